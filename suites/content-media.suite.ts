import { suiteOf } from './run.ts';

suiteOf('content-media');
