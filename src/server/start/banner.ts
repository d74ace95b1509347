import { describeMail, describeStores } from '../config/config'
import type { Config } from '../config/config'
import type { CreatedRealm } from '../chat/actions/realms/create-realm'
import { madeUpLogin } from './owner-login'

interface Started {
  config: Config
  port: number
  /** The default realm, if this start created it. */
  created: CreatedRealm | undefined
  /** Email of the default realm's owner; the configuration may name another one by now. */
  owner: string
  /**
   * Place of the generated credentials of the owner: the terminal, or a file if any were generated.
   */
  login: 'terminal' | { file: string | undefined }
}

/**
 * Text for a person, once the server is ready. It shows secrets only at the first start in a terminal, and
 * only generated ones: others are known to the owner, and logs are read by many.
 */
export function describeStart(started: Started): string {
  const { config, port, created, owner } = started
  const url = addressOf(config, port)
  const lines = created ? firstStart(started, url, created) : laterStart(url, owner)
  return `\nParley is ready at ${url}\n  (${describeStores(config)})\n  (${describeMail(config)})\n\n${lines.join('\n')}\n\n`
}

/**
 * Line of JSON for a program that started the server, once it is ready. Shows the same secrets as the text
 * for a person.
 */
export function describeStartInJson({ config, port, created, login }: Started): string {
  const shown = login === 'terminal' && created ? madeUpLogin(config, created) : undefined
  const owner = created && {
    email: created.owner.email,
    password: shown?.password ?? null,
    api_key: shown?.api_key ?? null,
    login_file: (login !== 'terminal' && login.file) || null,
  }
  const streams = created?.streams.map((stream) => stream.name)
  return `${JSON.stringify({ url: addressOf(config, port), port, owner, streams })}\n`
}

/** The address to reach the server at from this machine, or the one that was configured. */
function addressOf({ host, externalUrl }: Config, port: number): string {
  const isAnyAddress = host === '0.0.0.0' || host === '::'
  const name = isAnyAddress ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return externalUrl ?? `http://${name}:${port}`
}

function firstStart({ config, login }: Started, url: string, created: CreatedRealm): string[] {
  const { owner, streams, realm } = created
  const madeUp = madeUpLogin(config, created)
  const isShown = login === 'terminal'
  const tell = (secret: string | undefined, setting: string): string => {
    if (secret === undefined) return `(as in ${setting})`
    return isShown ? secret : `(in ${login.file})`
  }
  const remark = isShown
    ? 'These secrets are shown only once: keep them in a safe place. '
    : "Only the server's account can read that file: delete it once you have copied the secrets. "
  const key = isShown ? madeUp?.api_key : 'YOUR_API_KEY'
  const credentials =
    madeUp?.api_key === undefined
      ? `"${owner.email}:$PARLEY_OWNER_API_KEY"`
      : shellQuote(`${owner.email}:${key}`)
  return [
    'Open that address in a browser and log in with the email and the password.',
    '',
    `  Organization  ${realm.name}`,
    `  Owner         ${owner.email}`,
    `  Password      ${tell(madeUp?.password, 'PARLEY_OWNER_PASSWORD')}`,
    `  API key       ${tell(madeUp?.api_key, 'PARLEY_OWNER_API_KEY')}`,
    `  Streams       ${streams.map((stream) => `#${stream.name}`).join(', ')}`,
    '',
    `${madeUp ? remark : ''}A first message:`,
    '',
    `  ${sendCommand(url, credentials)}`,
    ...hintOfAddress(config),
  ]
}

function laterStart(url: string, email: string): string[] {
  return [
    'Found its data. Open that address in a browser and log in, or send a message as the owner:',
    '',
    `  ${sendCommand(url, shellQuote(`${email}:YOUR_API_KEY`))}`,
    '',
    'If you have lost the key, your password gets it:',
    '',
    `  curl ${url}/api/v1/fetch_api_key -d username=${email} -d password=YOUR_PASSWORD`,
  ]
}

function sendCommand(url: string, credentials: string): string {
  const message = "-d type=stream -d to=general -d topic=hello -d content='It works!'"
  return `curl ${url}/api/v1/messages -u ${credentials} ${message}`
}

/** A hint if the server is reachable from this machine only, as by default. */
function hintOfAddress({ host }: Config): string[] {
  if (host !== '127.0.0.1' && host !== 'localhost') return []
  return ['', 'Only this machine reaches that address; HOST=0.0.0.0 opens it to others.']
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
