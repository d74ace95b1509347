import { messagesOfMonth, readMessageParts } from '../../../data/exports/places'
import type { MonthOfPlace, PlaceRef } from '../../../data/exports/places'
import type { MessageRow } from '../../../data/schema'
import { byMessage, messageSource } from '../tables/reading'
import { pageEnd, pageLinks, pageStart } from './layout'
import type { Crumb } from './layout'
import { messageHtml, timeText } from './message'
import { messagesPerPage, pagesOf } from './paths'
import type { PageOfMonth } from './paths'
import type { FoundMessage } from './search-index'
import type { Site } from './parts'

/** A topic or a conversation with its folder in the export. */
export interface Place {
  ref: PlaceRef
  title: string
  /** Path of its folder from the top, with a trailing slash. */
  folder: string
  /** Relative path from its folder to the top. */
  toTop: string
  crumbs: readonly Crumb[]
  months: readonly MonthOfPlace[]
}

/** Writes the pages of a place: each month is read once, and cut into pages. */
export async function writePlace(site: Site, place: Place): Promise<void> {
  const pages = pagesOf(place.months)
  for (const month of place.months) {
    const parts = pages.filter((page) => page.month === month)
    const batches = cut(messagesOfMonth(messageSource(site.reading), place.ref, month))
    for (const page of parts) {
      const batch = await batches.next()
      await writePage(site, place, { page, pages, messages: batch.done ? [] : batch.value })
    }
    await batches.return(undefined)
  }
}

/** Cuts pages of the database into pages of the export. */
async function* cut(reads: AsyncIterable<MessageRow[]>): AsyncGenerator<MessageRow[]> {
  const waiting: MessageRow[] = []
  for await (const read of reads) {
    waiting.push(...read)
    for (; waiting.length > messagesPerPage;) yield waiting.splice(0, messagesPerPage)
  }
  if (waiting.length > 0) yield waiting
}

interface PageContent {
  page: PageOfMonth
  pages: readonly PageOfMonth[]
  messages: readonly MessageRow[]
}

async function writePage(
  { reading, output, root, search, names }: Site,
  place: Place,
  { page, pages, messages }: PageContent,
): Promise<void> {
  reading.check()
  const parts = await readMessageParts(
    messageSource(reading),
    messages.map(({ id }) => id),
  )
  const reactions = byMessage(parts.reactions)
  const title = `${place.title} · ${nameOf(page)}`
  const content = { toTop: place.toTop, realmUrl: reading.realmUrl }
  const found: FoundMessage[] = []
  await output.addText(root + place.folder + page.name, async (sink) => {
    await sink.write(pageStart({ title, toTop: place.toTop, crumbs: place.crumbs }))
    const links = pages.map((each) => ({
      text: nameOf(each),
      ...(each === page ? {} : { href: each.name }),
    }))
    await sink.write(pageLinks('Months', links))
    for (const message of messages) {
      const sender = names.get(message.sender_id) ?? `user ${message.sender_id}`
      const around = { place: content, sender, reactions: reactions.get(message.id) ?? [] }
      await sink.write(messageHtml(message, around))
      found.push([message.id, sender, timeText(message.sent_at), message.content])
    }
    await sink.write(pageLinks('Months, again', links) + pageEnd)
  })
  await search.add({ path: place.folder + page.name, title, messages: found })
}

function nameOf({ month, part, parts }: PageOfMonth): string {
  return parts === 1 ? month.month : `${month.month} (${part} of ${parts})`
}
