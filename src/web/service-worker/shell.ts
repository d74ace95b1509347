import { nameOfBuild } from './build-name'

/** A build, as its shell describes it. */
interface ShellBuild {
  name: string
  /** Paths of the files that the app needs without a network. */
  files: readonly string[]
}

/** More files than a build has; a longer list is ignored. */
const mostFiles = 100

/** Reads the build from the page that loads it; undefined for any other page. */
export function readShell(html: string): ShellBuild | undefined {
  const version = contentOf(html, 'parley-version')
  const files = contentOf(html, 'parley-files')?.split(' ') ?? []
  const language = /<html lang="([\w-]+)"/.exec(html)?.[1]
  if (version === undefined || language === undefined || files.length > mostFiles) return undefined
  return { name: nameOfBuild(version, language), files }
}

function contentOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta name="${name}" content="([^"]+)"`).exec(html)?.[1]
}
