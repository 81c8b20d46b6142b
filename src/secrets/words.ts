/**
 * What holds a secret is called so: words, and nothing else. They are for headers, members, fields, parameters,
 * attributes and segments of paths alike; `names.ts` reads them. Names are compared as words in lower case, whatever
 * joins them: `X-Session-Id`, `sessionId` and `session_id` are `session_id`.
 */

/** Secrets wherever a name ends with them, also where nothing parts them from what is before. */
export const ANYWHERE = `password passwd passphrase userpass secret apikey secretkey privatekey sessionid sessid authtoken
  accesstoken refreshtoken idtoken csrftoken middlewaretoken verificationtoken requirepass masterauth storepass keypass presharedkey
  passwort kennwort wachtwoord geheimnis paswd pasword passwrd pswd psswd psswrd pwrd`;

/** Secrets where a name ends with these words. */
export const CERTAIN = `psk key_material bind_credential geheim pass pwd passw pword passcode pass_word pass_phrase pass_code jwt
  secret_access_key access_key_secret session_id wpnonce client_assertion private_pem csrfmiddlewaretoken authenticity_token
  seed_phrase recovery_phrase backup_phrase totp_seed otp_seed mfa_seed ice_pwd erlang_cookie protection_bypass security_answer secret_answer
  auth_salt nonce_salt logged_in_salt logged_in_key`;
export const CERTAIN_KEY = `api secret private session subscription functions function master application auth account signing
  encryption shared shared_access consumer admin service webhook rest deploy app hmac fastly reset activation nonce`;
export const CERTAIN_TOKEN =
  'access auth id refresh csrf xsrf session security bearer api secret bot device private client reset verify invite remember';

/**
 * Passwords in other languages. A value is a secret if its name ends with one. If one is elsewhere in the name, a value
 * that looks like a secret is one.
 */
export const FOREIGN_PASSWORD = `contrasena contraseña contrasenya senha palavra_passe palavrapasse mot_de_passe motdepasse mdp
  parolachiave passwort kennwort wachtwoord losenord lösenord loesenord passord adgangskode kodeord salasana salasanat parool haslo
  hasło heslo jelszo jelszó lozinka geslo zaporka sifre şifre sifresi şifresi katasandi kata_sandi matkhau mat_khau пароль парола
  lykilord lykilorð slaptazodis slaptažodis parol kodikos contrasinal contrasenha cyfrinair fjalekalim pasahitza mima
  ansho anshobango anshou sandi парола κωδικός סיסמה 密码 密碼 パスワード 비밀번호`;

/** Words for what is secret in other languages. One anywhere in a name makes a secret of a value that looks like one. */
export const FOREIGN_SECRET = `parola parole secreta secreto secretas secretos segredo segreta segreto segrete segreti secrete secrète geheime
  geheimer geheimes zugangsdaten zugangscode toegangscode salainen hemlig hemmelig gizli tajny tajne
  tajni tajna titkos geheimnis geheimschluessel secours bi_mat leynilegt slaptas salajane тайна секрет μυστικό`;

/** Keys in other languages. One anywhere in a name makes a secret of a value that is hard to guess. */
export const FOREIGN_KEY =
  'clave chave chiave clé schluessel schlüssel sleutel nyckel avain anahtar klucz kulcs kljuc kľúč klíč lykill raktas voti cheie kleidi khoa ключ κλειδί 密钥 密鑰';

/** Secrets where a name is or ends with these, and its value looks like one. */
export const LIKELY = `token tkn sid session cookie set_cookie set_cookie2 auth authorization authentication authz nonce csrf xsrf
  signature sig sign hmac hmac_sha signature_sha rspauth code_verifier assertion verifier signed_request samlresponse samlrequest
  saml_response saml_request authorization_auxiliary bearer ticket token_hint device_code magic_link credential credential_id
  api_auth basic_auth auth_header pw clave parola sas access_key_id cred creds pepper activation_code invite_code unlock_code
  keytab macaroon connection_string dsn sk passkey seed mnemonic phrase secret_id invite_link signing_salt hash_salt password_salt
  secret_key_base snmp_community remember_me persistent_login tgt anti_forgery zmk kek dek cek key_block reset_hash verify_hash
  verification_hash activation_hash privkey`;
export const LIKELY_KEY = `access license licence ssh tls ssl rsa storage product serial client server wifi wpa wep decryption unseal
  recovery backup escrow spend validator priv aes des mac kms merchant terminal partner unlock verification`;

/** Secrets where a name ends with these, and its value is hard to guess. */
export const VAGUE =
  'key code state mac salt sec sess tokens keys sessions license licence access refresh pat';

/** Names of codes: digits, too, are a secret there. */
export const CODE = `otp totp host_key pin puk tan cvv cvc cvv2 passcode second_factor zweiter_faktor einmalcode`;
export const CODE_CODE = `mfa verification two_factor auth one_time sms security pin otp backup recovery login door gate alarm access confirmation user
  twofa pairing setup`;

/** What may follow the words of a secret and change nothing. */
export const TRAILING = `material blob bytes block v1 v2 v3 confirm confirmation repeat again new old current hash proof value digest raw base64 b64 hex plain plaintext
  encrypted enc prod production staging live test sandbox dev data pem string str text content primary secondary backup default env`;

/** Words of which one, anywhere in a name, makes a value that is hard to guess a secret. */
export const ABOUT = `tkn sess key grant ticket vault cipher crypt hmac signer unlock unseal pairing handoff magic sso password passwd passphrase secret secrets token auth jwt psk pwd credential credentials cred creds private
  session cookie nonce csrf otp totp mfa apikey bearer oauth seed signing encryption pw`;

/** What a name is about that ends so is no secret. */
export const DESCRIBES = `id ids name names type types arn hint policy count counts length size limit ttl expiry
  expires expiration at on by date time timestamp age version algorithm alg method methods mode format
  status state_change label title description required enabled supported provider issuer kid fingerprint thumbprint checksum sha sha1
  sha256 md5 public cert certificate crt header field index number scope scopes role roles user username email domain
  host port region owner group subject audience class style used left remaining strength options settings rotation config kind
  placeholder icon template source model schema uuid guid etag revision challenge selector column locator
  pattern regex regexp validator validators rule rules tooltip`;

/** Endings of names whose values may be drawn at random and are public. */
export const NEUTRAL = `uid gid oid pid tid urn uri url href link path file filename folder dir directory label text summary content body message
  msg note comment caption alt excerpt query search keyword q term tag category class css color colour background font image img
  img_src photo picture avatar logo thumbnail poster video audio media playlist track album channel season episode preview pattern regex
  mask layout theme view reason error sum crc integrity rev ver release build commit tree parent head base ref refs branch blob object before after
  node cursor offset page next prev previous position pos idx num no total width height x y z lat lng lon latitude longitude
  coordinates coords geo geohash location place polyline geometry point shape d map area address wallet tx txid transaction hash block order
  invoice receipt reference sku isbn issn doi ean gtin barcode asin vin iban bic vat serial serial_number device imei mac ip hostname origin referer
  referrer server phone tel fax login nick author account customer client contact person lang locale currency country city zip
  postcode parcel shipment tracking tracking_number duration trace span request correlation message_id event job task run batch workflow pipeline action
  operation thread issue deployment package layer container pod cluster instance volume snapshot resource chain modulus exponent
  x5c x5t crv jwk n e spki ca slug handle permalink anchor selector element target dist chunk bundle asset manifest entry
  accept module map mappings source sample example default measurement ga gtm pixel campaign ad gclid fbclid msclkid utm cid ipfs multihash data value
  content_md5 digest dnssec plus_code olc code_challenge ray via served_by varnish cache nel report_to report timing policy security_policy
  boundary disposition encoding charset mime range match modified user_agent ua browser platform os screen subtype
  placekey what3words license_plate plate room seat gate flight booking pnr locator line column token_type word phrase lemma
  key_id access_key_id item items list result row record field fields ids set group segment part sequence seq dna protein smiles inchi
  inchikey formula expression code_point glyph unicode char character symbol ticker figi cusip isin lei
  namespace scope variant product article post attachment user member owner sender recipient from to cc bcc subject wifi bssid ssid
  vector embedding polygon matrix transform gradient blurhash thumbhash phash simhash verification shasum ksuid ulid nanoid cuid xid snowflake objectid traceparent tracestate
  span div pre samp kbd strong small button option legend script output mark ins del cite abbr var dfn article section header footer aside main nav
  ul ol dl thead tbody tr td th li dd dt em figcaption blockquote string`;

/** Names that end like a secret and hold none: where a list goes on, what a design is made of, and what is meant to be public. */
export const HARMLESS_NAME =
  /^(?:max|min|num|total|count|integrity)(?:_|$)|^(?:hex|base\d\d)$|(?:plus|olc|open_location)_code$|^application_?server_key$|(?:page|continuation|sync|next|cursor|resume|change|pagination)_?tokens?$|(?:^|_)(?:design|theme|style|css|color|spacing|lexer|parser|pad|eos|bos|unk|sep|cls|mask|stop|max|min|total|prompt|completion)_?tokens?$|(?:publishable|public|pub|(?:^|_)site)_?key(?:_(?:pem|data|token))?$|(?:existing|image_pull)_secrets?$|secret_ref$|(?:key|public)_hash$|(?:^|_)(?:compass|(?<!protection_)bypass|encompass|surpass|trespass|overpass|underpass|oauth\d?)$/;

/** What is called so is a count where it is a number, and a list, or a container of secrets, where it is none. */
export const MANY = /(?:secrets|passwords|credentials|tokens|cookies|jwts|passphrases)$/;

/** Members in which an object that is called like a secret has it. */
export const VALUE_NAME =
  /^(?:raw|values?|s|access|refresh|plain|plain_?text|clear_?text|text|#text|_|\$|\$t|\$value|__text|data|content|secret|string|material|new|old|current|confirm|confirmation|hash|val|password|repeat)$/i;

/** Segments of paths before one that lets in whoever has the address. */
export const CAPABILITY = `invite invites invitation invitations accept unsubscribe activate verify verify_email confirm_email
  magic_link magic login reset hook hooks webhook webhooks`;

/** Sibling members that mark a value as a secret if they are true. */
export const MARKED = /^(?:is_?)?(?:sensitive|secret|masked|concealed|encrypted)$/i;

/** What has members called like secrets, and says something about each. */
export const ABOUT_OTHERS =
  /^(?:strengths?|features?|flags|errors?|error_?messages?|messages|warnings|violations|validations?|validators?|rules|hints?|help(?:_?texts?)?|labels?|captions?|translations?|locales?|i18n|texts|strings|descriptions?|tooltips|placeholders?|types|kinds|formats|polic(?:y|ies)|permissions|capabilities|requirements|constraints|limits|counts|columns|enabled|required|supported|visible|status(?:es)?)$/i;

/** Types of a value that is a secret. */
export const SECRET_TYPE = /^(?:password|secret|secret_?text|secure_?string|concealed|encrypted)$/i;

/** Members of a key in JSON (RFC 7518, 6.2.2, 6.3.2, 6.4.1) that are private. */
export const PRIVATE_MEMBER = /^(?:d|p|q|dp|dq|qi|k)$/;

/** Header fields that hold a credential with its scheme before it. */
export const CREDENTIAL_HEADER =
  /^(?:(?:proxy-|x-(?:\w+-)*)?authorization|(?:x-)?authentication)$/i;

/** Header fields that hold a secret, by the names of their own that the words above do not cover. */
export const SECRET_HEADER =
  /^(?:sec-websocket-protocol|x-jfrog-art-api|dpop|x-firebase-appcheck)$|token$|(?:^|[-_])sid$|session[-_]?id$/i;

/** Header fields that say how to log in, or what of a secret is known, and hold none. */
export const HARMLESS_HEADER =
  /^(?:www-authenticate|proxy-authenticate|sec-websocket-(?:key|accept)|idempotency-key|access-control-.*|.*-cache-key|surrogate-key)$/i;
