export { toolOf } from '../tool.ts';
