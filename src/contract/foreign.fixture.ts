import type { Names } from '../model/index.ts';
import type { Handler } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { loadContract } from './contract.ts';
import { inWords } from './names.ts';

const documents = loadContract();

/** The reference site, as one that has words of its own for those of the document, and does not know the latter. */
export function siteInWords(names: Names, url: string): Handler {
  const { handler } = referenceHandler(
    { faults: [], variations: [], contract: documents },
    () => url,
  );
  const back = Object.fromEntries(Object.entries(names).map(([word, own]) => [own, word]));
  const [known, toSite] = [inWords(documents, back), inWords(documents, names)];
  const forgotten = inWords(
    documents,
    Object.fromEntries(Object.keys(names).map((word) => [word, 'nobodys-word'])),
  );
  const toDocument = (text: string) => known(forgotten(text));
  return async (request) => {
    const reply = await handler({
      ...request,
      target: toDocument(request.target),
      // Bytes in and out, one character each, so that what is no text stays as it is.
      body: Buffer.from(toDocument(Buffer.from(request.body).toString('latin1')), 'latin1'),
    });
    const text = Buffer.from(reply.body).toString('latin1');
    return { ...reply, headers: toSite(reply.headers), body: Buffer.from(toSite(text), 'latin1') };
  };
}
