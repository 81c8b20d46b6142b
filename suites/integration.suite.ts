import { suiteOf } from './run.ts';

suiteOf('integration');
