/**
 * Names of what holds a secret: headers, members, fields, parameters, attributes, segments of paths. A name is read as
 * words in lower case, whatever joins them: `X-Session-Id`, `sessionId` and `session_id` are one name.
 */

/** `certain`: any value is a secret. `likely`: one that looks like a secret is. `code`: digits, too, are one. */
export type Certainty = 'certain' | 'likely' | 'code';

/** Secrets wherever a name ends with them, also where nothing parts them from what is before. */
const ANYWHERE = `password passwd passphrase secret apikey secretkey privatekey accesskey sessionid sessid
  authtoken accesstoken refreshtoken csrftoken middlewaretoken verificationtoken`;

/** Secrets where a name ends with these words. */
const CERTAIN = `pass pwd passcode pass_word pass_phrase credential secret_access_key access_key_secret token jwt sid
  api_key secret_key private_key access_key session_id session_key session_token wpnonce csrf_token xsrf_token
  subscription_key functions_key function_key master_key application_key auth_key account_key signing_key
  encryption_key shared_key shared_access_key consumer_key admin_key service_key webhook_key rest_key deploy_key
  security_token client_assertion app_key hmac_key`;

/** Secrets where a name is or ends with these, and its value looks like one. */
const LIKELY = `session cookie set_cookie set_cookie2 auth authorization authentication nonce csrf xsrf signature sig hmac
  license_key code_verifier assertion verifier signed_request samlresponse samlrequest authorization_auxiliary
  bearer ticket magic_link credential_id api_auth`;

/** Secrets where the whole name is this, and its value looks like one. */
const WHOLE = 'key code mac response_token state_token';

const CODE = `otp totp pin cvv cvc mfa_code verification_code two_factor_code auth_code one_time_code passcode sms_code
  security_code pin_code otp_code backup_code recovery_code`;

/** What may follow the words of a secret and change nothing. */
const TRAILING =
  /(?:\d+|confirm|confirmation|repeat|again|new|old|current|hash|value|raw|base64|b64|plain|plaintext|encrypted)$/;

/** Names that end like a secret and hold none: where a list goes on, and what is meant to be public. */
const HARMLESS =
  /(?:page|continuation|sync|next|cursor|resume|change|pagination)_?tokens?$|publishable_key$|public_key$/;

/** What `isMany` is about is a count where it is a number, and a list, or a container of secrets, where it is none. */
const MANY = /(?:secrets|passwords|credentials|tokens|cookies|keys|jwts|passphrases)$/;

const words = (text: string): readonly string[] => text.split(/\s+/);
const anywhere = new RegExp(`(?:${words(ANYWHERE).join('|')})s?$`);
const ending = (text: string) => new RegExp(`(?:^|_)(?:${words(text).join('|')})s?$`);
const certain = ending(CERTAIN);
const likely = ending(LIKELY);
const code = new RegExp(`(?:^|_)(?:${words(CODE).join('|')})$`);
const whole = new RegExp(`^(?:${words(WHOLE).join('|')})$`);

/** So many names are remembered: the same ones come again and again. */
const MOST_REMEMBERED = 5000;
const remembered = new Map<string, Certainty | undefined>();

/** How certain it is that what is called so holds a secret; undefined where it is not. */
export function certaintyOf(name: string): Certainty | undefined {
  if (name.length < 3 || name.length > 200) return undefined;
  if (remembered.has(name)) return remembered.get(name);
  const found = readCertainty(name);
  if (remembered.size > MOST_REMEMBERED) remembered.clear();
  remembered.set(name, found);
  return found;
}

function readCertainty(name: string): Certainty | undefined {
  const plain = wordsOf(name);
  if (HARMLESS.test(plain)) return undefined;
  for (const each of new Set([plain, withoutTrailing(plain)])) {
    if (code.test(each)) return 'code';
    if (anywhere.test(each.replaceAll('_', '')) && !/_tokens$/.test(each)) return 'certain';
    if (each === 'tokens' || (certain.test(each) && !/_tokens$/.test(each))) return 'certain';
    if (likely.test(each) || /_tokens$/.test(each) || whole.test(each)) return 'likely';
  }
  return undefined;
}

function withoutTrailing(plain: string): string {
  return plain.replace(TRAILING, '').replace(/_+$/, '').replace(TRAILING, '').replace(/_+$/, '');
}

/** Whether what is called so may hold several secrets, each under a name of its own. */
export function isMany(name: string): boolean {
  if (!/(?:s|auth)$/i.test(name)) return false;
  return MANY.test(wordsOf(name)) || /(?:^|_)auth$/.test(wordsOf(name));
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** Members in which an object that is called like a secret has it. */
const VALUE =
  /^(?:raw|values?|plain|plain_?text|clear_?text|text|#text|_|\$|\$t|\$value|__text|data|content|secret|string|new|old|current|confirm|confirmation|hash|val|password|repeat)$/i;

/** Whether an object that is called like a secret has it under this name. */
export function isValueName(name: string): boolean {
  return VALUE.test(name);
}

/** Whether a value is a reference to one that stands elsewhere, or a place for one. */
export function isReference(value: string): boolean {
  return /^(?:\$\{.*\}?|\$[A-Za-z_(]\w*\)?|\{\{.*|\{\w+\}|%\w+%|<[^<>]*>?|YOUR[_-]\w+|\*+|x{3,}|\.{3,}|…|\[redacted\]|process\.env\..*|os\.environ.*)$/i.test(
    value,
  );
}

/** Whether a value looks like a secret, and not like words, an address, a date, or a number. */
export function looksSecret(value: string, least = 6): boolean {
  if (value.length < least || /\s|:\/\/|[(){}]|^[/.]/.test(value) || isReference(value))
    return false;
  // Words, also joined: `user_profile_2`, `rest_invalid_param`, `sign-in`, `user.token`.
  if (/^[a-z]+(?:[-_.:+/][a-z]*\d{0,4})*[.,:;!?]*$/i.test(value))
    return value.length >= 20 && isMixed(value);
  if (/^[\d.,:;/+-]+$/.test(value) && value.length < 20) return false;
  if (/^\d{4}-\d\d-\d\d/.test(value)) return false;
  return /\d/.test(value) || isMixed(value) || /[^\w]/.test(value);
}

/** Whether capitals and small letters change as they do in no word. */
function isMixed(value: string): boolean {
  return (value.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0) >= 2 && !/[-_.]/.test(value);
}

/** Whether what stands under a name is a secret. */
export function isSecretValue(certainty: Certainty, value: string): boolean {
  if (value === '' || isReference(value)) return false;
  if (certainty === 'certain') return true;
  if (certainty === 'code' && /^\d{4,10}$/.test(value)) return true;
  return looksSecret(value, 8);
}
