export { contentOf } from '../content.ts';
