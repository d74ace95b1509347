/**
 * Makes db/empty-cluster.tar.br anew: the files of a PostgreSQL without any table, with which every embedded
 * database begins (src/server/data/engine/embedded.ts). Run it when PGlite brings another major version of PostgreSQL,
 * whose files have another format. Needs GNU tar and 800 MB.
 *
 *     npm run empty-cluster
 */
import { PGlite } from '@electric-sql/pglite'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const target = path.resolve(__dirname, '../db/empty-cluster.tar.br')

/** Last file of the archive: a folder without it was unpacked only partly, and is unpacked again. */
const lastFile = 'PG_VERSION'

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-empty-cluster-'))
  try {
    await makeCluster(folder)
    const packed = pack(folder)
    writeFileSync(target, packed)
    console.log(`${path.relative(process.cwd(), target)}: ${packed.length} bytes`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function makeCluster(dataDir: string): Promise<void> {
  const database = new PGlite({
    dataDir,
    // Small WAL segments: the newest one always exists, and none is kept for reuse.
    initDbStartParams: ['--wal-segsize=1'],
    startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off', '-c', 'min_wal_size=2MB'],
  })
  // Without the template databases the cluster has half the size, and no further database is created from
  // them.
  await database.exec('update pg_database set datistemplate = false')
  for (const template of ['template0', 'template1']) {
    await database.exec(`drop database ${template}`)
  }
  for (const command of ['vacuum full', 'vacuum freeze', 'checkpoint']) await database.exec(command)
  await database.close()
}

function pack(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const ordered = [...files.filter((file) => file !== lastFile), lastFile]
  const tar = execFileSync(
    'tar',
    ['-C', folder, '-cf', '-', '--no-recursion', '--owner=0', '--group=0', ...ordered],
    { maxBuffer: 2 ** 28 },
  )
  const { BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants
  return brotliCompressSync(tar, { params: { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS } })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
