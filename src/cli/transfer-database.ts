import type { Command } from 'commander'
import type { Config } from '../server/config/config'
import { migrate, refuseNewerSchema } from '../server/data/engine/migrate'
import { exportDatabase } from '../server/moving/transfer/export-database'
import { importDatabase, refuseUsedDatabase } from '../server/moving/transfer/import-database'
import { runOnStores } from './action'

const whatItIsFor =
  '\nTo move: stop the server, export with the settings that it has, import with those that it is to ' +
  'have, start it with these. Clients register again by themselves.'

export function addExportDatabaseCommand(program: Command): void {
  const command = program
    .command('export-database')
    .description('write the whole database into a file, to move it or to keep it')
    .argument('<file>', 'packed; it must not exist yet')
    .addHelpText(
      'after',
      `\nIt holds all organizations as they are at one moment; files that people uploaded are elsewhere.${whatItIsFor}`,
    )

  runOnStores(command, async (ctx, _options, [file = '']) => {
    const facts = await exportDatabase(ctx, file)
    const uploads = whereUploadsAre(ctx.config)
    return {
      sentence:
        `Wrote ${facts.rows} rows of ${facts.tables} tables, ${facts.bytes} bytes, to ${file}. ` +
        `Files that people uploaded are not in it, but in ${uploads}: take these along.`,
      data: { file, ...facts, uploads },
    }
  })
}

export function addImportDatabaseCommand(program: Command): void {
  const command = program
    .command('import-database')
    .description('import a dump of export-database into an empty database')
    .argument('<file>', 'of this version of Parley')
    .addHelpText('after', whatItIsFor)

  runOnStores(
    command,
    async (ctx, _options, [file = '']) => {
      await refuseNewerSchema(ctx.db.query)
      // Checked before the migrations, so that a refused database stays unchanged.
      await refuseUsedDatabase(ctx.db.query)
      await migrate(ctx.db)
      const facts = await importDatabase(ctx, file)
      const uploads = whereUploadsAre(ctx.config)
      return {
        sentence:
          `Read ${facts.rows} rows of ${facts.tables} tables. Files that people uploaded are ` +
          `looked for in ${uploads}.`,
        data: { file, ...facts, uploads },
      }
    },
    { needsSchema: false, makesDatabase: () => true },
  )
}

function whereUploadsAre({ uploadsS3, uploadsDir }: Config): string {
  return uploadsS3 ? `the bucket ${uploadsS3.bucket}` : uploadsDir
}
