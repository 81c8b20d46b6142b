// The last step of a build: what the contract's files hold, so that a start need not parse and check them.
import { rememberContract } from '../dist/contract/contract.js';

rememberContract();
