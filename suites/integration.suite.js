import { suiteOf } from './run.js';
suiteOf('integration');
