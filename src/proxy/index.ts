/**
 * Stands between a client and a target: passes bytes on as they come, changes nothing but the host (and, on
 * request, addresses in answers), and hands each exchange over once it is through. It knows HTTP/1.1 on the wire (RFC 9112), and no stage.
 */

export { LOST_REQUEST_BODY, type PassedExchange } from './exchange.ts';
export { targetOf, withoutHops } from './fields.ts';
export {
  emptyBefore,
  endOfHead,
  FIELD_NAME,
  MOST_HEAD_BYTES,
  type RequestHead,
  readAnswerHead,
  readRequestHead,
} from './framing.ts';
export { type BodyReader, bodyReader } from './framing-body.ts';
export { type HostCheck, hostCheck, nameIn, refusalOfHost } from './host-check.ts';
export { listen } from './listening.ts';
export { type OpenProxy, openProxy } from './proxy.ts';
export type { Rewrite } from './relay-state.ts';
export { resetAfterRead } from './resetting.ts';
