/**
 * What holds a secret is called so: words and patterns, and nothing else. They are for headers, members, fields,
 * parameters, attributes and segments of paths alike; `names.ts` reads them. Names are compared as words in lower
 * case, whatever joins them: `X-Session-Id`, `sessionId` and `session_id` are `session_id`.
 */

/** Secrets wherever a name ends with them, also where nothing parts them from what is before. */
export const ANYWHERE = `password passwd passphrase userpass secret apikey secretkey privatekey accesskey sessionid sessid
  authtoken accesstoken refreshtoken idtoken csrftoken middlewaretoken verificationtoken requirepass masterauth storepass
  keypass presharedkey passwort kennwort wachtwoord geheimnis paswd pasword passwrd pswd psswd psswrd pwrd`;

/** Secrets where a name ends with these words. */
export const CERTAIN = `psk key_material bind_credential geheim pass pwd passw pword passcode pass_word pass_phrase pass_code secret_access_key access_key_secret jwt
  api_key secret_key private_key access_key session_id session_key wpnonce subscription_key functions_key function_key
  master_key application_key auth_key account_key signing_key encryption_key shared_key shared_access_key
  consumer_key admin_key service_key webhook_key rest_key deploy_key
  client_assertion app_key hmac_key fastly_key private_pem
  access_token auth_token id_token refresh_token csrf_token xsrf_token session_token security_token bearer_token api_token
  secret_token bot_token device_token private_token client_token csrfmiddlewaretoken authenticity_token
  seed_phrase recovery_phrase totp_seed otp_seed mfa_seed ice_pwd erlang_cookie
  reset_key activation_key protection_bypass security_answer secret_answer
  auth_salt nonce_salt logged_in_salt logged_in_key nonce_key`;

/**
 * Passwords in other languages. A value is a secret if its name ends with one. If one is elsewhere in the name, a value
 * that looks like a secret is one.
 */
export const FOREIGN_PASSWORD = `contrasena contraseña contrasenya senha palavra_passe palavrapasse mot_de_passe motdepasse mdp parolachiave
  passwort kennwort wachtwoord losenord lösenord loesenord passord adgangskode kodeord
  salasana salasanat parool haslo hasło heslo jelszo jelszó lozinka geslo zaporka sifre şifre sifresi şifresi
  katasandi kata_sandi matkhau mat_khau пароль парола 密码 密碼 パスワード 비밀번호`;

/** Words for what is secret in other languages. One anywhere in a name makes a secret of a value that looks like one. */
export const FOREIGN_SECRET = `secreta secreto secretas secretos segredo segreta segreto segrete segreti secrete secrète
  geheime geheimer geheimes zugangsdaten zugangscode toegangscode salainen hemlig hemmelig gizli tajny tajne секрет`;

/** Keys in other languages. One anywhere in a name makes a secret of a value that is hard to guess. */
export const FOREIGN_KEY = `clave chave chiave clé schluessel schlüssel sleutel nyckel avain anahtar klucz ключ 密钥 密鑰`;

/** Secrets where a name is or ends with these, and its value looks like one. */
export const LIKELY = `token sid session cookie set_cookie set_cookie2 auth authorization authentication nonce csrf xsrf signature sig
  hmac license_key licence_key code_verifier assertion verifier signed_request samlresponse samlrequest saml_response saml_request
  authorization_auxiliary bearer ticket token_hint device_code hmac_sha signature_sha rspauth magic_link credential_id api_auth
  sign pw clave parola sas access_key_id cred creds pepper ssh_key tls_key ssl_key rsa_key storage_key product_key serial_key
  activation_code invite_code unlock_code puk keytab macaroon basic_auth connection_string dsn sk passkey seed mnemonic
  secret_id credential client_key server_key wifi_key wpa_key wep_key decryption_key unseal_key recovery_key backup_key invite_link
  escrow_key spend_key validator_key priv_key privkey aes_key des_key mac_key kms_key merchant_key terminal_key partner_key unlock_key
  verification_key signing_salt hash_salt password_salt secret_key_base
  snmp_community remember_me persistent_login tgt authz auth_header anti_forgery zmk kek dek cek key_block reset_hash verify_hash
  verification_hash activation_hash phrase`;

/** Secrets where a name ends with these, and nobody could guess its value. */
export const VAGUE =
  'key code state mac salt tokens keys sessions license licence access refresh pat';

/** Names of codes: digits, too, are a secret there. */
export const CODE = `otp totp pin cvv cvc cvv2 mfa_code verification_code two_factor_code auth_code one_time_code passcode sms_code
  security_code pin_code otp_code backup_code recovery_code backup_codes recovery_codes login_code door_code access_code
  confirmation_code twofa_code puk_code unlock_pin`;

/** What may follow the words of a secret and change nothing. */
export const TRAILING =
  /(?:^|_)(?:\d+|confirm|confirmation|repeat|again|new|old|current|hash|proof|value|digest|raw|base64|b64|hex|plain|plaintext|encrypted|enc|prod|production|staging|live|test|sandbox|dev|data|pem|string|str|text|content|primary|secondary|backup|default|env|for_\w+)$/;

/** Words of which one, anywhere in a name, makes a value that nobody could guess a secret. */
export const ABOUT = `password passwd passphrase secret secrets token auth jwt psk pwd credential credentials cred creds private
  session cookie nonce csrf otp totp mfa apikey bearer oauth seed signing encryption`;

/** What a name is about that ends so is no secret. */
export const DESCRIBES = `id ids name names type types url uri href link arn hint policy count counts length size limit ttl expiry expires
  expiration at on by date time timestamp age version algorithm alg method methods mode format endpoint path file filename
  status state_change label title description required enabled supported provider issuer kid fingerprint thumbprint checksum
  sha sha1 sha256 md5 public cert certificate crt header field prefix suffix index number scope scopes role roles user username
  email domain host port region owner group subject audience class style used left remaining strength options settings rotation
  config kind placeholder icon template source model schema uuid guid etag revision challenge`;

/** Names that end like a secret and hold none: where a list goes on, what a design is made of, and what is meant to be public. */
export const HARMLESS_NAME =
  /^(?:max|min|num|total|count|integrity)(?:_|$)|(?:page|continuation|sync|next|cursor|resume|change|pagination)_?tokens?$|(?:design|theme|style|css|color|spacing|lexer|parser|pad|eos|bos|unk|sep|cls|mask|stop|max|min|total|prompt|completion)_?tokens?$|(?:publishable|public|(?:^|_)site)_?key(?:_(?:pem|data|token))?$|(?:existing|image_pull)_secrets?$|secret_ref$|(?:key|public)_hash$|(?:^|_)(?:compass|(?<!protection_)bypass|encompass|surpass|trespass|overpass|underpass|oauth\d?)$/;

/** What is called so is a count where it is a number, and a list, or a container of secrets, where it is none. */
export const MANY = /(?:secrets|passwords|credentials|tokens|cookies|jwts|passphrases)$/;

/** Members in which an object that is called like a secret has it. */
export const VALUE_NAME =
  /^(?:raw|values?|s|access|refresh|plain|plain_?text|clear_?text|text|#text|_|\$|\$t|\$value|__text|data|content|secret|string|material|new|old|current|confirm|confirmation|hash|val|password|repeat)$/i;

/** Segments of paths before one that lets in whoever has the address. */
export const CAPABILITY =
  'invite invites invitation invitations accept unsubscribe activate verify verify_email confirm_email magic_link magic login reset hook hooks webhook webhooks';

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
  /^(?:sec-websocket-protocol|x-jfrog-art-api|dpop|x-firebase-appcheck)$|token$|(?:^|[-_])sid$/i;

/** Header fields that say how to log in, or what of a secret is known, and hold none. */
export const HARMLESS_HEADER =
  /^(?:www-authenticate|proxy-authenticate|sec-websocket-key|idempotency-key|access-control-.*|.*-cache-key|surrogate-key)$/i;

const FOREIGN = `${FOREIGN_PASSWORD} ${FOREIGN_SECRET} ${FOREIGN_KEY}`
  .replace(/\s+/g, '|')
  .replaceAll('_', '[_-]?');

/**
 * Pieces of the names above, in small letters: only around these a text is looked at closer. Each name that is a secret
 * has one of them.
 */
export const PIECES = `${FOREIGN}|pasw|ps?swr?d|pwrd|pword|pat(?![a-z])|pass|geheim|hooks?\\/|(?<![a-z])state(?==)|pwd|pw(?![a-z])|psk|secret|token|key|jwt|nonce|sess|sid(?![a-z])|auth(?!o)|cookie|csrf|xsrf|otp(?![a-z])|pin(?![a-z])|cvv|cvc|code(?![a-rt-z])|sig(?![a-mo-z])|sign(?![a-z])|cred(?!i[bt])|assertion|saml|parola|ticket|magic|hmac|mnemonic|phrase|seed(?![a-z])|salt(?![a-z])|pepper|macaroon|keytab|puk(?![a-z])|bypass|verif|answer|sas(?![a-z])|private|invit|unsub|confirm|activat|accept/|dsn(?![a-z])|license|licence|(?<![a-z])(?:mac|sk|tgt|zmk|kek|dek|cek)(?![a-z])|community|remember_?me|persistent|forgery|hash(?![a-z])|access|refresh|signing|encrypt|mfa|totp`;
