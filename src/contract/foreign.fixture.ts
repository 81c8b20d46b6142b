import type { Names } from '../model/index.ts';
import type { Handler } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { loadContract } from './contract.ts';
import { inWords } from './names.ts';

const documents = loadContract();

/** The reference site with other words than the document, which it does not know. */
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
      // Latin-1 keeps every byte, so that binary data stays unchanged.
      body: Buffer.from(toDocument(Buffer.from(request.body).toString('latin1')), 'latin1'),
    });
    const text = Buffer.from(reply.body).toString('latin1');
    return { ...reply, headers: toSite(reply.headers), body: Buffer.from(toSite(text), 'latin1') };
  };
}
