import { suiteOf } from './run.ts';

suiteOf('content-rest');
