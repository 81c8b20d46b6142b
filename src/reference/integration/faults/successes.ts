import { type IntegrationFault, inFamily } from '../deviation.ts';
import { onSuccess, serialized } from '../wrap.ts';

const ENVELOPE = 'integration/success/envelope';
const TYPED = 'robust/body-as-typed';

/** Faults in the status and the body of a success, and those that come and go. */
export const successFaults: readonly IntegrationFault[] = [
  ...inFamily('status of a success', []),
  ...inFamily('body of a success', [
    {
      name: 'success-not-utf-8',
      what: 'writes a byte into `message` that is not UTF-8',
      // JSON is UTF-8 (RFC 8259, 8.1).
      breaks: [ENVELOPE, TYPED],
      ...serialized(onSuccess, (text) => {
        const bytes = Buffer.from(text.replace('"message":"', '"message":"~'));
        bytes[bytes.indexOf('~')] = 0xe9;
        return bytes;
      }),
    },
  ]),
  ...inFamily('now and then', []),
  ...inFamily('for certain requests', []),
];
