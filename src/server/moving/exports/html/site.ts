import { listUserNames } from '../../../data/exports/names'
import {
  conversationsOf,
  countMessages,
  isStreamNamed,
  topicsOfStream,
} from '../../../data/exports/places'
import { rowsById, uploadsWithMessages } from '../../../data/exports/tables'
import type { RealmEmojiRow, StreamRow } from '../../../data/schema'
import type { ExportOutput } from '../../../stores/files/export-output'
import { keyOfEmoji, keyOfUpload } from '../../../chat/access/uploads/files'
import { isUploadMeant, messageSource } from '../tables/reading'
import type { Reading } from '../tables/reading'
import { linkTo, pageEnd, pageStart, style } from './layout'
import type { Crumb } from './layout'
import { ListPages } from './list-pages'
import { fileNameOnDisk, pagesOf } from './paths'
import { SearchIndex } from './search-index'
import { searchScript } from './search-script'
import type { Site } from './parts'
import { writePlace } from './write-place'

/**
 * Writes an export as static pages: by stream, topic and month, with uploads and a search that needs no server. Holds one
 * page and the names of people in memory. Source: docs/exporting.md#pages.
 */
export async function writeSite(
  reading: Reading,
  output: ExportOutput,
  root: string,
): Promise<void> {
  const source = messageSource(reading)
  const search = new SearchIndex(output, {
    root,
    messages: await countMessages(source),
    newPath: () => reading.ctx.files.incoming.newPath(),
  })
  const names = await listUserNames(source.db, source.realmId)
  const site: Site = { reading, output, root, search, names }
  try {
    const home = new ListPages(site, {
      folder: '',
      toTop: '',
      title: reading.realm.name,
      crumbs: [],
    })
    await writeStreams(site, home)
    await writeConversations(site, home)
    await home.finish()
    await search.finish()
    await writeSearchPage(site)
    await output.addText(`${root}style.css`, (sink) => sink.write(style))
    await output.addText(`${root}search.js`, (sink) => sink.write(searchScript))
    await writeFiles(site)
  } finally {
    await search.close()
  }
}

/** Characters that stand for a name without any. */
const withoutName = '(no topic)'

const sum = (months: readonly { messages: number }[]) =>
  months.reduce((total, { messages }) => total + messages, 0)

function homeCrumb({ reading }: Site, toTop: string): Crumb {
  return { text: reading.realm.name, href: `${toTop}index.html` }
}

async function writeStreams(site: Site, home: ListPages): Promise<void> {
  const { realm, scope } = site.reading
  const source = messageSource(site.reading)
  const table = { db: source.db, realmId: realm.id }
  const streams = rowsById<StreamRow>(table, 'streams', isStreamNamed(scope, realm.id))
  for await (const stream of streams) {
    const folder = `streams/${stream.id}/`
    const title = `#${stream.name}`
    const crumbs = [homeCrumb(site, '../../')]
    const list = new ListPages(site, { folder, toTop: '../../', title, crumbs })
    let messages = 0
    for await (const topic of topicsOfStream(source, stream.id)) {
      const [first] = pagesOf(topic.months)
      if (!first) continue
      const name = topic.name || withoutName
      // Ids of messages are unique, and need no escape in a path.
      const place = `${first.month.first_id}/`
      await writePlace(site, {
        ref: { kind: 'topic', streamId: stream.id, key: topic.key },
        title: `${title} › ${name}`,
        folder: folder + place,
        toTop: '../../../',
        crumbs: [
          homeCrumb(site, '../../../'),
          { text: title, href: '../index.html' },
          { text: name },
        ],
        months: topic.months,
      })
      const newest = pagesOf(topic.months).at(-1) ?? first
      await list.add({ text: name, href: place + newest.name, messages: sum(topic.months) })
      messages += sum(topic.months)
    }
    await list.finish()
    await home.add({ text: title, href: `${folder}index.html`, messages })
  }
}

async function writeConversations(site: Site, home: ListPages): Promise<void> {
  const crumbs = [homeCrumb(site, '../')]
  const title = 'Private conversations'
  const list = new ListPages(site, { folder: 'conversations/', toTop: '../', title, crumbs })
  let messages = 0
  for await (const { id, member_ids: members, months } of conversationsOf(
    messageSource(site.reading),
  )) {
    const name = members.map((each) => site.names.get(each) ?? `user ${each}`).join(', ')
    await writePlace(site, {
      ref: { kind: 'conversation', groupId: id },
      title: name,
      folder: `conversations/${id}/`,
      toTop: '../../',
      crumbs: [homeCrumb(site, '../../'), { text: title, href: '../index.html' }, { text: name }],
      months,
    })
    const newest = pagesOf(months).at(-1)?.name ?? ''
    await list.add({ text: name, href: `${id}/${newest}`, messages: sum(months) })
    messages += sum(months)
  }
  await list.finish()
  if (messages > 0) await home.add({ text: title, href: 'conversations/index.html', messages })
}

async function writeSearchPage({ output, root, search, reading }: Site): Promise<void> {
  const crumbs = [{ text: reading.realm.name, href: 'index.html' }, { text: 'Search' }]
  await output.addText(`${root}search.html`, async (sink) => {
    await sink.write(pageStart({ title: 'Search', toTop: '', crumbs, scripts: ['search.js'] }))
    await sink.write(
      `<input type="search" aria-label="Search messages" data-buckets="${search.buckets}" autofocus>` +
        '<noscript><p>The search needs JavaScript. All pages can be read without it: ' +
        `${linkTo('index.html', 'all streams')}.</p></noscript>` +
        '<p role="status"></p><ol></ol><button type="button" hidden>More</button>',
    )
    await sink.write(pageEnd)
  })
}

/** Uploads and custom emoji. Files that the store has lost are left out. */
async function writeFiles({ reading, output, root }: Site): Promise<void> {
  const { ctx, realm, scope, upToId, check } = reading
  const table = { db: ctx.db.query, realmId: realm.id }
  const add = async (key: string, path: string) => {
    check()
    const stored = await ctx.files.store.read(key)
    if (stored) await output.addFile(root + path, stored)
  }
  for await (const upload of uploadsWithMessages(table, scope, upToId)) {
    if (!isUploadMeant(scope, upload)) continue
    await add(keyOfUpload(upload), `files/${upload.path_key}/${fileNameOnDisk(upload.file_name)}`)
  }
  for await (const emoji of rowsById<RealmEmojiRow>(table, 'realm_emoji')) {
    await add(keyOfEmoji(realm.id, emoji.file_name), `emoji/${fileNameOnDisk(emoji.file_name)}`)
  }
}
