export { chooseTarget, referenceTarget } from '../target/choose.ts';
