import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's folder of PostgreSQL's programs, with a folder for each version. */
const postgresFolder = '/usr/lib/postgresql'

/**
 * The Redis program for tests: TEST_REDIS_SERVER, else Redis, or Valkey in its place; undefined if there is
 * none.
 */
export function findRedisServer(): string | undefined {
  const wanted = process.env['TEST_REDIS_SERVER']
  if (wanted) return isExecutable(wanted) ? wanted : find(wanted, onPath())
  return find('redis-server', onPath()) ?? find('valkey-server', onPath())
}

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** PostgreSQL's programs to dump and restore; undefined if not installed. */
export function findDumpPrograms(): { dump: string; restore: string } | undefined {
  const folders = [...onPath(), ...newestPostgresFirst()]
  const [dump, restore] = [find('pg_dump', folders), find('pg_restore', folders)]
  return dump && restore ? { dump, restore } : undefined
}

/** PostgreSQL's programs; undefined if not installed. */
export function findPostgres(): PostgresBinaries | undefined {
  const folders = [...onPath(), ...newestPostgresFirst()]
  const [initdb, postgres] = [find('initdb', folders), find('postgres', folders)]
  return initdb && postgres ? { initdb, postgres } : undefined
}

/** `script` of util-linux, which gives another program a terminal; undefined without it. */
export function findScript(): string | undefined {
  // The `script` of BSD and macOS takes other arguments.
  return process.platform === 'linux' ? find('script', onPath()) : undefined
}

/** The checker of systemd units; undefined if not installed. */
export function findSystemdAnalyze(): string | undefined {
  return find('systemd-analyze', onPath())
}

/** Undefined if not installed; Debian keeps it out of the PATH of ordinary accounts. */
export function findLogrotate(): string | undefined {
  return find('logrotate', [...onPath(), '/usr/sbin'])
}

/** OpenLDAP's server; undefined if not installed. Debian keeps it out of the PATH of ordinary accounts. */
export function findSlapd(): string | undefined {
  return find('slapd', [...onPath(), '/usr/sbin', '/usr/local/libexec'])
}

/** The program that README's examples call; undefined if not installed. */
export function findCurl(): string | undefined {
  return find('curl', onPath())
}

function onPath(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
}

function newestPostgresFirst(): string[] {
  try {
    const versions = readdirSync(postgresFolder).sort((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(postgresFolder, version, 'bin'))
  } catch {
    return []
  }
}

function find(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
