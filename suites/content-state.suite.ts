import { suiteOf } from './run.ts';

suiteOf('content-state');
