export type { Sent, Transport } from '../transport.ts';
