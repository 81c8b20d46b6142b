/**
 * Secrets that say themselves what they are. The rules are those that their makers publish, as GitHub's secret scanning
 * and secretlint list them: https://docs.github.com/code-security/reference/secret-security/supported-secret-scanning-patterns
 * and https://github.com/secretlint/secretlint (MIT). Each is one line, so that a new one is one line too.
 */

const FORMATS: readonly (readonly [maker: string, pattern: RegExp])[] = [
  ['GitHub', /gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,255}/],
  ['GitLab', /gl(?:pat|rt|dt|soat|ft|cbt|ptt|imt|agent)-[\w-]{20,64}/],
  ['AWS', /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/],
  ['Slack', /xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{20,200}/],
  ['Stripe', /(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/=]{24,100}/],
  ['Google', /AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}/],
  ['npm', /npm_[A-Za-z0-9]{36}/],
  ['PyPI', /pypi-[\w-]{50,}/],
  ['SendGrid', /SG\.[\w-]{16,32}\.[\w-]{16,64}/],
  ['Mailgun', /key-[0-9a-f]{32}(?![0-9a-f])/],
  ['Mailchimp', /[0-9a-f]{32}-us\d{1,2}(?!\w)/],
  ['Twilio', /SK[0-9a-f]{32}(?![0-9a-z])/],
  ['Heroku', /HRKU-[\w-]{30,}/],
  ['Netlify', /nfp_[A-Za-z0-9]{36,}/],
  ['Resend', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/],
  ['LangSmith', /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/],
  ['Typeform', /tfp_[\w.=-]{40,}/],
  ['Sourcegraph', /sgp_(?:\w{16}_)?[0-9a-f]{40}/],
  ['Buildkite', /bk(?:ua|at)_[0-9a-f]{40}/],
  ['Shippo, Duffel', /shippo_(?:live|test)_[0-9a-f]{40}|duffel_(?:live|test)_[\w-]{40,}/],
  ['EasyPost', /EZ[AT]K[A-Za-z0-9]{54}/],
  ['ReadMe', /rdme_[a-z0-9]{70}/],
  ['Prefect', /pnu_[A-Za-z0-9]{36}/],
  ['Artifactory', /AKCp[A-Za-z0-9]{69}/],
  [
    'Plaid',
    /access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  ],
  ['PayPal', /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}/],
  ['Firebase', /AAAA[\w-]{7}:[\w-]{140}/],
  ['Gitea', /gta_[0-9a-f]{40}/],
  ['Clojars', /CLOJARS_[a-z0-9]{60}/],
  ['Dropbox', /sl\.[\w-]{130,}/],
  ['Facebook', /EAA[A-Za-z0-9]{90,}/],
  ['OpenAI, Anthropic', /sk-(?:proj|ant|svcacct|admin|or)-[\w-]{20,}|sk-\w{20}T3BlbkFJ\w{20}/],
  ['Groq, xAI, Perplexity', /gsk_[A-Za-z0-9]{52}|(?:xai|pplx)-[A-Za-z0-9]{40,100}/],
  ['Replicate', /r8_[A-Za-z0-9]{37}/],
  ['Grafana', /glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,400}/],
  ['Sentry', /sntry[su]_[\w+/=-]{40,}/],
  ['Figma', /figd_[\w-]{40,200}/],
  ['1Password', /ops_ey[A-Za-z0-9+/=]{100,1280}/],
  ['Vercel', /vc[piark]_[A-Za-z0-9]{20,60}|vercel_blob_rw_[A-Za-z0-9]{8,}_[A-Za-z0-9]{20,}/],
  ['Supabase', /sbp_[0-9a-f]{40}/],
  ['PlanetScale', /pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}/],
  ['Doppler', /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,50}/],
  ['Terraform Cloud', /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}/],
  ['Pulumi', /pul-[0-9a-f]{40}/],
  ['RubyGems', /rubygems_[0-9a-f]{48}/],
  ['Brevo', /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}/],
  ['HubSpot', /pat-(?:na|eu)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/],
  ['Airtable', /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/],
  ['Contentful', /CFPAT-[\w-]{43}/],
  ['Mapbox', /sk\.eyJ[\w-]{20,}\.[\w-]{20,}/],
  ['Tailscale', /tskey-[a-z]+-[A-Za-z0-9-]{20,}/],
  ['Fly.io', /fm[12][ar]?_[A-Za-z0-9+/=,]{60,}/],
  ['Cloudflare', /v1\.0-[0-9a-f]{24}-[0-9a-f]{146}/],
  ['Alibaba', /LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])/],
  ['age', /AGE-SECRET-KEY-1[0-9A-Z]{58}/],
  ['Hugging Face', /hf_[A-Za-z]{30,}/],
  ['DigitalOcean', /do[oprt]_v1_[0-9a-f]{64}/],
  ['Shopify', /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/],
  ['Square', /sq0(?:atp|csp)-[\w-]{22,43}|EAAA[\w-]{60}(?![\w-])/],
  ['Atlassian', /ATATT3x[\w=-]{50,}/],
  ['Databricks', /dapi[0-9a-f]{32}/],
  ['Docker', /dckr_pat_[\w-]{20,}/],
  ['Telegram', /\d{8,10}:AA[\w-]{33}/],
  ['HashiCorp', /hv[sbr]\.[\w-]{24,}/],
  ['Linear', /lin_api_[A-Za-z0-9]{40}/],
  ['Notion', /secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,}/],
  ['Postman', /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/],
  ['New Relic', /NRAK-[A-Z0-9]{27}/],
  ['Azure', /[\w~.-]{3}8Q~[\w~.-]{31,34}/],
  // Hashes of passwords, as crypt(3), PHP, Django and LDAP write them.
  [
    'crypt',
    /\$(?:(?:wp\$)?2[abxy]\$\d\d\$[./\w]{53}|(?:1|apr1)\$[./\w]{1,8}\$[./\w]{22}|[56]\$(?:rounds=\d+\$)?[./\w]{1,16}\$[./\w]{43,86}|[PHS]\$[./\w]{31,52}|argon2(?:id|i|d)\$[\w=,$+/]{40,})|pbkdf2_sha\d+\$\d+\$\w+\$[\w+/=]{40,}|\{SS?HA\d*\}[\w+/=]{28,}/,
  ],
  // RFC 7515 and 7516: its head is JSON that begins `{"`, and a signature or a key makes it one.
  ['JWT', /eyJ[\w-]{8,}(?:\.eyJ[\w-]{4,}\.[\w-]*|\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+)/],
];

/** Addresses that let anybody who knows them write: what makes them secret is a group. */
const ADDRESSES: readonly RegExp[] = [
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]*?|\/services\/T\w{4,}\/B\w{4,})\/(?<a>\w{20,})/,
  /\/api\/(?:v\d+\/)?webhooks\/\d{15,}\/(?<b>[\w-]{20,})/,
  /hooks\.zapier\.com\/hooks\/catch\/\d+\/(?<c>\w+)/,
  /maker\.ifttt\.com\/(?:trigger|use)\/(?:[\w-]+\/(?:json\/)?with\/key\/)?(?<d>[\w-]{16,})/,
  /(?:webhook\.office\.com\/webhookb2|outlook\.office(?:365)?\.com\/webhook)\/[\w@-]+\/IncomingWebhook\/(?<e>\w+)/,
  // What a picture to join a wireless network says.
  /WIFI:[^\s"]{0,200}?;P:(?<g>[^;\s"\\]+)/,
];

const ALL = new RegExp(
  `(?<![A-Za-z0-9])(?<f>${FORMATS.map(([, { source }]) => source).join('|')})|${ADDRESSES.map(({ source }) => source).join('|')}`,
  'g',
);

/** After a name that ends in letters, such as `bot`. */
const GLUED = /(?<=\/bot)(?<f>\d{8,10}:AA[\w-]{33})/g;

/** `-----BEGIN … PRIVATE KEY-----`, its line breaks as they stand or escaped. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:\\+[rn]|\s)*(?<f>[^-]{8,20000}?)(?:\\+[rn]|\s)*(?:-----END|$)/g;

const PUTTY_KEY =
  /Private-Lines: \d+(?:\\+[rn]|\s)+(?<f>[A-Za-z0-9+/=\\\s]{40,20000}?)(?:\\+[rn]|\s)*(?:Private-|$)/g;

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The secrets in a text that are known by their form. */
export function formatsIn(text: string): readonly TextSpan[] {
  if (text.length < 16) return [];
  return [
    ALL,
    ...(text.includes('/bot') ? [GLUED] : []),
    ...(text.includes('PRIVATE KEY') ? [PRIVATE_KEY] : []),
    ...(text.includes('Private-Lines') ? [PUTTY_KEY] : []),
  ].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = Object.values(match.groups ?? {}).find((each) => each !== undefined) ?? '';
      const start = match.index + match[0].lastIndexOf(value);
      return value.startsWith('REDACTED') ? [] : [{ start, end: start + value.length }];
    }),
  );
}
