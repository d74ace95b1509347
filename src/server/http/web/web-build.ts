import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import mime from 'mime-types'
import type { Encoding } from '../answers/encodings'

/** Folder that the build writes the web app to, beside src/ and dist/, so one path serves both. */
const ourFolder = path.resolve(__dirname, '../../../../dist-web')

/** Max bytes of a build; a larger folder is ignored. The app has under two million. */
const maxBytes = 64 * 1024 * 1024

/** A file with its compressed forms. */
export interface WebFile {
  contentType: string
  bytes: Buffer
  /** The compressed forms; absent if compression saves nothing. Made on first access. */
  readonly packed: Readonly<Partial<Record<Encoding, Buffer>>>
  /** Digest of the bytes, in base64url. Computed on first access. */
  readonly digest: string
  /** Whether its name contains a digest, so that its content never changes. */
  isImmutable: boolean
}

/** One version of the web app, whole in memory: no path that a client sends reaches a folder. */
export interface WebBuild {
  /**
   * The version in hexadecimal digits, which the page has as `<meta name="parley-version">`: two builds of
   * the same sources have the same.
   */
  version: string
  /** The pages that load the app, by their language. The first language is that of users whose own has none. */
  shells: ReadonlyMap<string, WebFile>
  /** All other files by path, as `/assets/main-A1B2C3D4.js`. */
  files: ReadonlyMap<string, WebFile>
}

/**
 * Reads the last build of the web app; undefined without one.
 *
 * @param folder another one than ours, for tests
 */
export function readWebBuild(folder = ourFolder): WebBuild | undefined {
  if (!existsSync(path.join(folder, shellName))) return undefined
  const contents = new Map(
    listServed(folder).map((name) => [name, readFileSync(path.join(folder, name))]),
  )
  const total = [...contents.values()].reduce((sum, { length }) => sum + length, 0)
  if (total > maxBytes) throw new Error(`${folder} holds ${total} bytes, more than any web app.`)

  const page = contents.get(shellName) as Buffer
  const shells = new Map([[firstLanguage, webFile(shellName, page, contents)]])
  const files = new Map<string, WebFile>()
  for (const [name, bytes] of contents) {
    if (name === shellName || isVariant(name)) continue
    const file = webFile(name, bytes, contents)
    const language = translatedShell.exec(name)?.[1]
    if (language === undefined) files.set(`/${name}`, file)
    else shells.set(language, file)
  }
  return { version: versionOf(page), shells, files }
}

const shellName = 'index.html'
const firstLanguage = 'en'
/** `index.de.html` */
const translatedShell = /^index[.]([A-Za-z-]+)[.]html$/
const assetsFolder = 'assets/'

/** `main-A1B2C3D4.js`, esbuild's pattern of names. */
const digestedName = /-[A-Z0-9]{8}(\.\w+)+$/

/** Files that the build leaves for itself: its inputs and its version. */
const isForTheBuild = (name: string): boolean => /(^|\/)\.|^[^/]*\.(json|html)$/.test(name)
const isVariant = (name: string): boolean => /\.(br|gz)$/.test(name)

/** Names, with slashes, of the pages, the files beside them, and all files in the folder of assets. */
function listServed(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
  const isShell = (name: string) => name === shellName || translatedShell.test(name)
  return names.filter((name) => isShell(name) || !isForTheBuild(name))
}

function webFile(name: string, bytes: Buffer, contents: ReadonlyMap<string, Buffer>): WebFile {
  const isImmutable = name.startsWith(assetsFolder) && digestedName.test(name)
  const built = { br: contents.get(`${name}.br`), gzip: contents.get(`${name}.gz`) }
  let packed: WebFile['packed'] | undefined
  let digest: string | undefined
  // A start compresses and hashes nothing; the first request for a file does.
  return {
    contentType: mime.contentType(path.posix.extname(name)) || 'application/octet-stream',
    bytes,
    get packed() {
      return (packed ??= worthwhile(bytes, isImmutable ? built : packNow(name, bytes)))
    },
    get digest() {
      return (digest ??= digestOf(bytes))
    },
    isImmutable,
  }
}

/**
 * Compresses one of the few small files without a digest in the name: if the build did, a compressed form
 * could belong to the previous file.
 */
function packNow(name: string, bytes: Buffer): { br?: Buffer; gzip?: Buffer } {
  if (!mime.charset(mime.lookup(name) || '') && !/\.(svg|webmanifest)$/.test(name)) return {}
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
  return { br: brotliCompressSync(bytes, { params }), gzip: gzipSync(bytes, { level: 9 }) }
}

/** Min bytes to save; a smaller gain is not worth decompressing. */
const leastSaved = 500

function worthwhile(
  bytes: Buffer,
  forms: { br?: Buffer | undefined; gzip?: Buffer | undefined },
): WebFile['packed'] {
  const kept = Object.entries(forms).filter(
    ([, form]) => form !== undefined && form.length + leastSaved <= bytes.length,
  )
  return Object.fromEntries(kept)
}

function versionOf(page: Buffer): string {
  const version = /<meta name="parley-version" content="([0-9a-f]{8,})"/.exec(
    page.toString('utf8'),
  )?.[1]
  if (version === undefined) throw new Error(`${shellName} does not say which version it is of.`)
  return version
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url')
}
