import { constants } from 'node:fs'
import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startChild } from './child'
import type { Child } from './child'

const templateFile = path.resolve(__dirname, '../../deploy/nginx/nginx.conf.template')
/** Folders where packages install nginx; not always on the PATH. */
const systemFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

export interface NginxSpec {
  /** For the config, the logs and nginx's temporary files. */
  folder: string
  host: string
  port: number
  workerPorts: number[]
  /** Addresses and networks of proxies in front of it. */
  proxies?: readonly string[]
  /** Gets nginx's error output. */
  onLine: (line: string) => void
}

/** @throws with a sentence on where to get it */
export async function findNginx(): Promise<string> {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...systemFolders]
  for (const folder of folders.filter((candidate) => candidate !== '')) {
    const file = path.join(folder, 'nginx')
    if (await isExecutable(file)) return file
  }
  throw new Error('nginx is not installed; on Debian or Ubuntu: apt-get install nginx-light')
}

/** Runs nginx in the foreground; all its files are inside `spec.folder`. */
export async function startNginx(binary: string, spec: NginxSpec): Promise<Child> {
  const configFile = path.join(spec.folder, 'nginx.conf')
  await writeFile(configFile, renderConfig(await readFile(templateFile, 'utf8'), spec))
  return startChild({
    command: binary,
    args: ['-e', 'stderr', '-p', `${spec.folder}/`, '-c', configFile, '-g', 'daemon off;'],
    onOutput: spec.onLine,
    onError: spec.onLine,
  })
}

function renderConfig(template: string, spec: NginxSpec): string {
  const values: Record<string, string> = {
    PARLEY_LISTEN: `${spec.host}:${spec.port}`,
    PARLEY_WORKERS: spec.workerPorts.map(upstreamServer).join('\n    '),
    PARLEY_ACCESS_LOG: 'access.log',
    PARLEY_PROXIES: (spec.proxies ?? []).map((each) => `set_real_ip_from ${each};`).join(' '),
    // A form is a little larger than the file in it.
    PARLEY_MAX_BODY: `${Number(process.env.MAX_FILE_UPLOAD_MIB || 25) + 1}m`,
    PARLEY_MAX_REQUEST: `${Number(process.env.MAX_REQUEST_BYTES || 4_194_304) + 65_536}`,
  }
  return template.replace(/\$\{(PARLEY_\w+)\}/g, (_match, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Nothing is known to fill in for ${name}.`)
    return value
  })
}

/**
 * An unavailable worker refuses connections at once and is skipped per request. It is never marked as down:
 * the request that would clear the mark may be a poll, which takes its time.
 */
function upstreamServer(port: number): string {
  return `server 127.0.0.1:${port} max_fails=0;`
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
