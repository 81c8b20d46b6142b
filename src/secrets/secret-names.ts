/**
 * What holds a secret is called so: words and patterns, and nothing else. They are for headers, members, fields,
 * parameters, attributes and segments of paths alike; `certainty.ts` reads them. Names are compared as words in lower
 * case, whatever joins them: `X-Session-Id`, `sessionId` and `session_id` are `session_id`.
 */

/** Secrets wherever a name ends with them, also where nothing parts them from what is before. */
export const ANYWHERE = `password passwd passphrase userpass secret apikey secretkey privatekey accesskey sessionid sessid
  authtoken accesstoken refreshtoken csrftoken middlewaretoken verificationtoken`;

/** Secrets where a name ends with these words. */
export const CERTAIN = `pass pwd passcode pass_word pass_phrase credential secret_access_key access_key_secret token jwt sid
  api_key secret_key private_key access_key session_id session_key session_token wpnonce csrf_token xsrf_token
  subscription_key functions_key function_key master_key application_key auth_key account_key signing_key
  encryption_key shared_key shared_access_key consumer_key admin_key service_key webhook_key rest_key deploy_key
  security_token client_assertion app_key hmac_key fastly_key
  reset_key activation_key protection_bypass security_answer
  passwort kennwort wachtwoord senha contrasena contraseña mot_de_passe motdepasse hasło heslo lösenord
  пароль 密码 密碼 パスワード 비밀번호`;

/** Secrets where a name is or ends with these, and its value looks like one. */
export const LIKELY = `session cookie set_cookie set_cookie2 auth authorization authentication nonce csrf xsrf signature sig hmac
  license_key code_verifier assertion verifier signed_request samlresponse samlrequest saml_response saml_request authorization_auxiliary
  bearer ticket token_hint device_code hmac_sha signature_sha rspauth magic_link credential_id api_auth sign pw clave parola sas access_key_id`;

/** Secrets where the whole name is this, and its value looks like one. */
export const WHOLE = 'key code mac response_token state_token';

/** Names of codes: digits, too, are a secret there. */
export const CODE = `otp totp pin cvv cvc mfa_code verification_code two_factor_code auth_code one_time_code passcode sms_code
  security_code pin_code otp_code backup_code recovery_code backup_codes recovery_codes`;

/** What may follow the words of a secret and change nothing. */
export const TRAILING =
  /(?:\d+|confirm|confirmation|repeat|again|new|old|current|hash|value|digest|raw|base64|b64|plain|plaintext|encrypted|prod|production|staging|live|sandbox|dev)$/;

/** Names that end like a secret and hold none: where a list goes on, what a design is made of, and what is meant to be public. */
export const HARMLESS_NAME =
  /(?:page|continuation|sync|next|cursor|resume|change|pagination)_?tokens?$|(?:design|theme|style|css|color|spacing)_?tokens?$|publishable_key$|public_key$/;

/** What is called so is a count where it is a number, and a list, or a container of secrets, where it is none. */
export const MANY = /(?:secrets|passwords|credentials|tokens|cookies|keys|jwts|passphrases)$/;

/** Members in which an object that is called like a secret has it. */
export const VALUE_NAME =
  /^(?:raw|values?|s|access|refresh|plain|plain_?text|clear_?text|text|#text|_|\$|\$t|\$value|__text|data|content|secret|string|new|old|current|confirm|confirmation|hash|val|password|repeat)$/i;

/** Segments of paths before one that lets in whoever has the address. */
export const CAPABILITY =
  'invite invites invitation invitations accept unsubscribe activate verify verify_email confirm_email magic_link';

/** Members beside a value that say, where they are true, that it is a secret. */
export const MARKED = /^(?:is_?)?(?:sensitive|secret|masked|concealed|encrypted)$/i;

/** Types of a value that is a secret. */
export const SECRET_TYPE = /^(?:password|secret|secret_?text|secure_?string|concealed|encrypted)$/i;

/** Members of a key in JSON (RFC 7518, 6.2.2, 6.3.2, 6.4.1) that are private. */
export const PRIVATE_MEMBER = /^(?:d|p|q|dp|dq|qi|k)$/;

/** Header fields that hold a credential with its scheme before it. */
export const CREDENTIAL_HEADER =
  /^(?:(?:proxy-|x-(?:\w+-)*)?authorization|(?:x-)?authentication)$/i;

/** Header fields that hold a secret, by the names of their own that the words above do not cover. */
export const SECRET_HEADER =
  /^(?:sec-websocket-protocol|x-jfrog-art-api|dpop|x-firebase-appcheck)$/i;

/** Header fields that say how to log in, or what of a secret is known, and hold none. */
export const HARMLESS_HEADER =
  /^(?:www-authenticate|proxy-authenticate|sec-websocket-key|idempotency-key|access-control-.*|.*-cache-key)$/i;
