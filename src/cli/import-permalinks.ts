import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { findRealmByStringId } from '../server/data/realms/realms'
import { importPermalinks } from '../server/moving/import/mattermost/permalinks'
import { BadRequestError } from '../server/chat/rules/errors'
import { runOnStores } from './action'

interface Options {
  into: string
}

export function addImportPermalinksCommand(program: Command): void {
  const command = program
    .command('import-permalinks')
    .description(
      'let addresses of posts and group conversations of Mattermost lead to the imported ones',
    )
    .argument('<posts.csv>', 'in UTF-8; - is stdin')
    .option('--into <string id>', 'organization, by its subdomain', '')
    .addHelpText(
      'after',
      '\nThe first line names the columns id, team, channel, create_at and username; docs/moving-in-from-mattermost.md ' +
        'has the query that writes the file. The command runs after the import, and again at any time.',
    )

  runOnStores<Options>(command, async (ctx, { into }, [file = '']) => {
    const realm = await findRealmByStringId(ctx.db.query, into)
    if (!realm) throw new BadRequestError(`There is no organization '${into}'.`)
    const csv = createReadStream(file === '-' ? '/dev/stdin' : file)
    const outcome = await importPermalinks(ctx, realm, csv)
    const { lines, written, known, groups, unknown, examples } = outcome
    const places = examples.length > 0 ? `, such as line ${examples.join(', ')}` : ''
    return {
      sentence:
        `Of ${lines} posts, ${written} addresses lead to their messages now, and ${known} did so before; ` +
        `${unknown} posts are no imported messages${places}. ` +
        `Addresses of group conversations that lead there now: ${groups}.`,
      data: { ...outcome },
    }
  })
}
