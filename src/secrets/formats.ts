/**
 * Secrets that say themselves what they are. The rules are those that their makers publish, as GitHub's secret scanning
 * and secretlint list them: https://docs.github.com/code-security/reference/secret-security/supported-secret-scanning-patterns
 * and https://github.com/secretlint/secretlint (MIT). Each is one line, so that a new one is one line too.
 */

import type { Budget } from './budget.ts';
import { randomness } from './entropy.ts';
import { isUnguessable, looksSecret } from './guessing.ts';
import { isLanguage, isReference } from './language.ts';
import { passwordOf } from './parts.ts';
import type { Place } from './place.ts';
import { BLANK, CAPITAL, DIGIT, hasAll, matchesIn, type Signs } from './signs.ts';
import { fromUrl } from './values.ts';

/** A pattern for each kind of token: GitHub, GitLab, AWS, Slack, Stripe, and so on to hashes of passwords and JWT. */
const FORMATS = String.raw`
gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,255}  gl(?:pat|rt|dt|soat|ft|cbt|ptt|imt|agent)-[\w-]{20,64}
(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])  xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{20,200}
(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}|(?:pi|seti)_[A-Za-z0-9]{1,60}_secret_[A-Za-z0-9]{16,60}|whsec_[A-Za-z0-9+/=]{24,100}
AIza[\w-]{35}|ya29\.[\w-]{20,300}|(?<!/)1//0[\w-]{30,200}|GOCSPX-[\w-]{20,60}  npm_[A-Za-z0-9]{36}  pypi-[\w-]{50,400}
SG\.[\w-]{16,32}\.[\w-]{16,64}  key-[0-9a-f]{32}(?![0-9a-f])  [0-9a-f]{32}-us\d{1,2}(?!\w)  SK[0-9a-f]{32}(?![0-9a-z])
HRKU-[\w-]{30,80}  nfp_[A-Za-z0-9]{36,60}  re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}  lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}
tfp_[\w.=-]{40,80}  sgp_(?:\w{16}_)?[0-9a-f]{40}  bk(?:ua|at)_[0-9a-f]{40}
shippo_(?:live|test)_[0-9a-f]{40}|duffel_(?:live|test)_[\w-]{40,80}  EZ[AT]K[A-Za-z0-9]{54}  rdme_[a-z0-9]{70}
pnu_[A-Za-z0-9]{36}  AKCp[A-Za-z0-9]{69}  md-[\w-]{22}(?![\w-])
access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}  AAAA[\w-]{7}:[\w-]{140}  gta_[0-9a-f]{40}  sq[aup]_[0-9a-f]{40}
CLOJARS_[a-z0-9]{60}  sl\.[\w-]{130,400}  EAA[A-Za-z0-9]{90,400}
sk-(?:proj|ant|svcacct|admin|or)-[\w-]{20,200}|sk-\w{20}T3BlbkFJ\w{20}
gsk_[A-Za-z0-9]{52}|(?:xai|pplx)-[A-Za-z0-9]{40,100}  r8_[A-Za-z0-9]{37}
glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,400}  sntry[su]_[\w+/=-]{40,300}  figd_[\w-]{40,200}
ops_ey[A-Za-z0-9+/=]{100,1280}  vc[piark]_[A-Za-z0-9]{20,60}|vercel_blob_rw_[A-Za-z0-9]{8,40}_[A-Za-z0-9]{20,60}
sbp_[0-9a-f]{40}  pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}  dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,50}
[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}  pul-[0-9a-f]{40}  rubygems_[0-9a-f]{48}  xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}
pat-(?:na|eu)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}  pat[A-Za-z0-9]{14}\.[0-9a-f]{64}  CFPAT-[\w-]{43}
sk\.eyJ[\w-]{20,300}\.[\w-]{20,100}  tskey-[a-z]{1,20}-[A-Za-z0-9-]{20,100}  fm[12][ar]?_[A-Za-z0-9+/=,]{60,1000}
v1\.0-[0-9a-f]{24}-[0-9a-f]{146}  LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])  AGE-SECRET-KEY-1[0-9A-Z]{58}
hf_[A-Za-z0-9]{30,60}  do[oprt]_v1_[0-9a-f]{64}  shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}
sq0(?:atp|csp)-[\w-]{22,43}|EAAA[\w-]{60}(?![\w-])  ATATT3x[\w=-]{50,400}  dapi[0-9a-f]{32}  dckr_pat_[\w-]{20,60}
\d{8,10}:AA[\w-]{33}  hv[sbr]\.[\w-]{24,300}  lin_api_[A-Za-z0-9]{40}  secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,80}
PMAK-[0-9a-f]{24}-[0-9a-f]{34}  NRAK-[A-Z0-9]{27}  [\w~.-]{3}8Q~[\w~.-]{31,34}
v[1-4]\.(?:local|public)\.[\w-]{32,8000}(?:\.[\w-]{1,1000})?|k[1-4]\.(?:local|secret)\.[\w-]{32,200}
SWM(?:TKN-1|KEY-1)-[\w-]{25,200}  [xyz]prv[1-9A-HJ-NP-Za-km-z]{100,120}  gAAAAA[\w-]{60,2000}={0,2}
[MNO][A-Za-z\d]{23,25}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])  (?:TGT|ST|PGT|PT)-\d{1,9}-[\w.-]{20,100}
[a-z0-9]{6}\.(?=[a-z]{0,15}\d)[a-z0-9]{16}(?![\w.-])  dt0[a-z]\d\d\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}  A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){3,5}
\$(?:(?:wp\$)?2[abxy]\$\d\d\$[./\w]{53}|(?:g?y|7)\$[./\w$]{40,120}|(?:1|apr1)\$[./\w]{1,8}\$[./\w]{22}|[56]\$(?:rounds=\d{1,9}\$)?[./\w]{1,16}\$[./\w]{43,86}|[PHS]\$[./\w]{31,52}|argon2(?:id|i|d)\$[\w=,$+/]{40,200})|pbkdf2_sha\d{1,3}\$\d{1,9}\$\w{1,80}\$[\w+/=]{40,200}|scrypt:\d{1,9}:\d{1,3}:\d{1,3}\$[\w./]{1,40}\$[\da-f]{64,256}|\{SS?HA\d{0,3}\}[\w+/=]{28,200}
eyJ[\w-]{8,600}(?:\.eyJ[\w-]{4,8000}\.[\w-]{0,2000}|\.[\w-]{0,2000}\.[\w-]{1,100}\.[\w-]{1,8000}\.[\w-]{1,100})
`;

/** Addresses that grant access. The secret part is a group. */
const ADDRESSES: readonly RegExp[] = [
  // The second half of a pair of AWS, after its first.
  /(?<=(?:AKIA|ASIA)[A-Z0-9]{16}["',:;\s]{1,9})(?<h>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/,
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{0,80}?|\/services\/T\w{4,20}\/B\w{4,20})\/(?<a>\w{20,200})/,
  /\/api\/(?:v\d{1,3}\/)?webhooks\/\d{15,25}\/(?<b>[\w-]{20,200})/,
  /hooks\.zapier\.com\/hooks\/catch\/\d{1,20}\/(?<c>\w{1,200})/,
  /maker\.ifttt\.com\/(?:trigger|use)\/(?:[\w-]{1,80}\/(?:json\/)?with\/key\/)?(?<d>[\w-]{16,200})/,
  /(?:webhook\.office\.com\/webhookb2|outlook\.office(?:365)?\.com\/webhook)\/[\w@-]{1,200}\/IncomingWebhook\/(?<e>\w{1,200})/,
  // The address of a calendar that only its owner has.
  /\/private-(?<i>(?=[A-Za-z]*\d)[\dA-Za-z]{16,200})(?=[/?#]|$)/,
  // WordPress's XML-RPC takes a name, or an ID and a name, before the password.
  /methodName>\s{0,9}(?:wp\.getUsersBlogs|(?:blogger|wp|metaWeblog|mt)\.\w{1,40})\s{0,9}<\/methodName>\s{0,9}<params>\s{0,9}(?:<param>(?:(?!<\/param>)[\s\S]){0,400}<\/param>\s{0,9}){1,2}?(?<=<(?:string|value)>[^<>]{1,200}<\/(?:string>\s{0,9}<\/)?value>\s{0,9}<\/param>\s{0,9})<param>\s{0,9}<value>\s{0,9}(?:<string>)?(?<j>[^<>]{1,1000})/,
  // WordPress gives the page a nonce in a call.
  /[cC]reateNonceMiddleware\(\s{0,9}["'](?<l>[\da-f]{10})["']/,
  /:thin:[\w$#]{1,80}\/(?<q>[^\s"'@/]{1,200})@/,
  // The words of a wallet in a sentence, and the password after an address and a name in calls.
  /\b(?:[sS]eed|[wW]allet|[rR]ecovery|[bB]ackup|[mM]nemonic)\b[a-z ]{0,30}:\s{0,9}(?<m>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z ])/,
  /["'](?:mysql|pgsql|sqlsrv|dblib|oci|firebird|odbc):[^"']{1,200}["'], {0,4}["'][^"']{0,100}["'], {0,4}["'](?<n>[^"']{1,200})["']/,
  // The last part of the address that a stream goes to, and of a line of PostgreSQL's file of passwords.
  /rtmps?:\/\/[^\s"'/]{1,200}\/[\w-]{1,40}\/(?<r>[\w-]{12,200})/,
  /\blogin\s{1,9}\S{1,100}\s{1,9}password\s{1,9}(?<t>[^\s"'\\]{6,200})/,
  /(?<![\w.:-])[\w.*-]{1,100}:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w*.-]{1,64}:(?<s>[^\s"'<>:]{6,200})/,
  // The code in a picture for a wireless network.
  /WIFI:[^\s"]{0,200}?;P:(?<g>[^;\s"\\]{1,200})/,
];

/** No word of prose, as in "Bearer authentication is required". */
const BEARER =
  /(?<=\b[Bb](?:earer|EARER)[ \t+]{1,9}(?:["'`]\s?[+.]\s?["'`])?)(?<f>(?=[\w.~+/=-]{20}|[A-Za-z]*(?:[\d._~+/=-][\w.~+/=-]|[a-z][A-Z]))[\w.~+/=-]{8,4096})/g;
const BASIC = /(?<=\bbasic[ \t+]{1,9})(?<f>[a-z\d+/_-]{6,4096}={0,2})/gi;

/** A pair of keys, which is secret as a whole. */
const PAIR_IN_ADDRESS = /:\/\/(?<f>[^/\s"'<>@:?#&=]{16,200}:[^/\s"'<>@?#]{1,1000})@/g;
/** `https://user:password@host`; nothing of a port, the path or the query. Go writes `user:password@tcp(host)`. */
const PASSWORD_IN_ADDRESS =
  /:\/\/[^/\s"'<>@:?#&=]{0,200}:(?!(?<=https?:\/\/[\w.-]{1,200}:)\d{2,5}@)(?<f>[^/\s"'<>@?#]{1,1000})@|(?<=[\w.-]:)(?<g>[^\s"'<>@:/?&=]{1,200})@(?:tcp|unix)\(/g;
/** A password as an option of a command: `curl -u name:…`, `sshpass -p …`, `mysql -p…`. */
const OPTION =
  /\b(?:(?:curl|wget)\b[^\r\n]{0,200}? (?:-u|--user)[ =]["']?[\w.@-]{1,80}:|sshpass -p ?["']?|(?:mysql|mysqldump|mariadb)\b[^\r\n]{0,200}? -p["']?)(?<f>[^\s"':]{1,200})/g;
const TOKEN_IN_ADDRESS = /:\/\/(?<f>[^/\s"'<>@:?#&]{16,1000})@/g;

const TOKENS = new RegExp(
  `(?:(?<![A-Za-z0-9])|(?<=\\/bot))(?<f>${FORMATS.trim().split(/\s+/).join('|')})`,
  'g',
);
const ADDRESS = new RegExp(ADDRESSES.map(({ source }) => source).join('|'), 'g');
const SSWS = /(?<![A-Za-z0-9])(?<f>SSWS [\w-]{42})/g;
/** WordPress shows a password of an application once. */
const APPLICATION_PASSWORD =
  /(?<![A-Za-z\d] ?)(?<f>(?=[A-Za-z ]{0,28}\d)(?=[a-z\d ]{0,28}[A-Z])(?:[A-Za-z\d]{4} ){5}[A-Za-z\d]{4})(?! ?[A-Za-z\d])/g;

/** `-----BEGIN … PRIVATE KEY-----`, whole or cut. */
const PRIVATE_KEY =
  /-{4,5} ?BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}(?:\\+[rn]|\s)*(?<f>(?:(?!-{4})[\s\S]){8,20000}?)(?:\\+[rn]|\s){0,9}(?:-{4,5} ?END|$)/g;

/** The same in a form, which has a plus for each blank, when its other escapes are undone. */
const PRIVATE_KEY_IN_FORM =
  /-----BEGIN\+[A-Z\d+]{0,40}PRIVATE\+KEY(?:\+BLOCK)?-----\s*(?<f>[^-%&]{8,20000}?)\s{0,9}(?:-----END|&|$)/g;

/** The same, and nothing that is cut. */
const WHOLE_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----\s{1,9}(?<f>[\x20-\x2c\x2e-\x7e\r\n\t]{8,20000}?)\s{0,9}-----END [A-Z ]{0,40}PRIVATE KEY/g;

const PUTTY_KEY =
  /Private-Lines: \d{1,4}\s{1,9}(?<f>[A-Za-z0-9+/=\s]{40,20000}?)\s{0,9}(?:Private-|$)/g;

/** A prefix that says that a key follows: `FLWSECK-…`, `nvapi-…`, `pcsk_…`, `dckr_pat_…`. */
const PREFIXED =
  /(?<![\w-])(?<f>(?:[A-Za-z][A-Za-z\d]{0,11}[_-]){0,2}(?!(?:task|desk|disk|risk|mask|ask|flask|kiosk|compat)[_-])[A-Za-z]{0,10}(?:sk|seck?|secret|pat|tok|token|[a-z]api|[a-z]key|pwd|creds?)(?:[_-](?:live|test|prod|sandbox|v?\d{1,2}|[a-z]{2}\d?))?[_-](?=[A-Za-z]{0,80}\d)[\w+/=-]{20,250})(?![\w-])/gi;

/** Patterns, each with a sign of it in a text and a test of the value. */
const FORMS: readonly (readonly [
  pattern: RegExp,
  sign: RegExp,
  accepts: (value: string) => boolean,
])[] = [
  [
    ADDRESS,
    /A[KS]IA|hooks\.slack|services\/T|webhook|hooks\.zapier|maker\.ifttt|\/private-|methodName>|NonceMiddleware|:thin:|seed\b|wallet\b|recovery\b|backup\b|mnemonic\b|sql(?:srv)?:|dblib:|oci:|firebird:|odbc:|WIFI:|rtmps?:|\blogin\s|:(?:\d{4,5}|\*):/i,
    () => true,
  ],
  [SSWS, /SSWS /, () => true],
  [
    BEARER,
    /bearer/i,
    (value) => !isReference(value) && (/[^A-Za-z]/.test(value) || randomness(value) >= 0),
  ],
  [BASIC, /basic/i, (value) => passwordOf(value) !== undefined],
  [PAIR_IN_ADDRESS, /@/, (value) => isUnguessable(value.replace(/:.*$/s, ''))],
  // `https://user:password@host` tells how to write one.
  [
    PASSWORD_IN_ADDRESS,
    /@/,
    (value) =>
      !isReference(value) &&
      !/^(?:\d{1,5}[&;,)\]}|].*|pass(?:word|wd)?|pwd?|secret|token)$/i.test(value),
  ],
  [TOKEN_IN_ADDRESS, /@/, (value) => looksSecret(value, 16)],
  [
    OPTION,
    /curl|wget|sshpass|mysql|mariadb/,
    (value) => !isReference(value) && !isLanguage('password', value),
  ],
  [PRIVATE_KEY, /PRIVATE KEY/, () => true],
  [PRIVATE_KEY_IN_FORM, /PRIVATE\+KEY/, () => true],
  [PUTTY_KEY, /Private-Lines/, () => true],
];

/** A sign of any of them. */
const ANY_FORM = new RegExp(FORMS.map(([, { source }]) => source).join('|'), 'i');

function isKeyAfterPrefix(value: string): boolean {
  const pieces = value.split(/[_-]/).filter(({ length }) => length >= 16);
  return !isReference(value) && pieces.some((piece) => randomness(piece) >= LEAST_BITS);
}

const LEAST_BITS = 12;

/** The secrets in a text that are known by their form. */
export function formatsIn(signs: Signs, budget: Budget): readonly Place[] {
  const { text, runs } = signs;
  if (text.length < 12) return [];
  budget.spend(text.length);
  const found: Place[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    const start = runs[at] ?? 0;
    const run = text.slice(start, runs[at + 1]);
    found.push(...matchesOf(TOKENS, run, start));
    if (!/[_-]/.test(run)) continue;
    found.push(...matchesOf(PREFIXED, run, start).filter(({ value }) => isKeyAfterPrefix(value)));
  }
  if (hasAll(signs, BLANK | DIGIT | CAPITAL)) found.push(...matchesOf(APPLICATION_PASSWORD, text));
  if (!ANY_FORM.test(text)) return found;
  for (const [pattern, sign, accepts] of FORMS) {
    if (!sign.test(text)) continue;
    found.push(...matchesOf(pattern, text).filter(({ value }) => accepts(value)));
  }
  return found;
}

/** The private keys among bytes, each from its first line to its last. */
export function keysIn(latin1: string): readonly Place[] {
  return latin1.includes('PRIVATE KEY') ? matchesOf(WHOLE_KEY, latin1) : [];
}

/** @param from where the text begins in a longer one */
function matchesOf(pattern: RegExp, text: string, from = 0): readonly Place[] {
  return matchesIn(pattern, text).flatMap((match) => {
    const written = Object.values(match.groups ?? {}).find((each) => each !== undefined) ?? '';
    const start = from + match.index + match[0].lastIndexOf(written);
    const end = start + written.length;
    return written.startsWith('REDACTED') ? [] : [{ value: fromUrl(written), start, end }];
  });
}
