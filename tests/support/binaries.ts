import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Debian keeps PostgreSQL's programs, a folder for each version. */
const postgresFolder = '/usr/lib/postgresql'

/**
 * The program that tests run as their own Redis: TEST_REDIS_SERVER, else Redis, or Valkey in its
 * place; undefined when there is none.
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

/** What dumps and restores a PostgreSQL; undefined when it is not installed. */
export function findDumpPrograms(): { dump: string; restore: string } | undefined {
  const folders = [...onPath(), ...newestPostgresFirst()]
  const [dump, restore] = [find('pg_dump', folders), find('pg_restore', folders)]
  return dump && restore ? { dump, restore } : undefined
}

/** PostgreSQL's programs; undefined when they are not installed. */
export function findPostgres(): PostgresBinaries | undefined {
  const folders = [...onPath(), ...newestPostgresFirst()]
  const [initdb, postgres] = [find('initdb', folders), find('postgres', folders)]
  return initdb && postgres ? { initdb, postgres } : undefined
}

/** The program of util-linux that gives another one a terminal; undefined where there is another or none. */
export function findScript(): string | undefined {
  // The one of BSD and macOS takes other arguments.
  return process.platform === 'linux' ? find('script', onPath()) : undefined
}

/** What reads units of systemd; undefined when there is none. */
export function findSystemdAnalyze(): string | undefined {
  return find('systemd-analyze', onPath())
}

/** Undefined when there is none; Debian keeps it out of the path of people. */
export function findLogrotate(): string | undefined {
  return find('logrotate', [...onPath(), '/usr/sbin'])
}

/** The program that README's examples call; undefined when there is none. */
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
