import { linkTo, pageEnd, pageStart } from './layout'
import type { Crumb } from './layout'
import { listPage } from './paths'
import type { Site } from './parts'

/** Entries on a page of a list. */
const entriesPerPage = 500

interface Entry {
  text: string
  href: string
  messages: number
}

interface ListHead {
  /** From the top, with a trailing slash, or ''. */
  folder: string
  toTop: string
  title: string
  crumbs: readonly Crumb[]
}

/** A list of links that is written a page at a time; each page links the one before and the one after. */
export class ListPages {
  private waiting: Entry[] = []
  private number = 1

  constructor(
    private readonly site: Pick<Site, 'output' | 'root'>,
    private readonly head: ListHead,
  ) {}

  async add(entry: Entry): Promise<void> {
    if (this.waiting.length === entriesPerPage) await this.write(true)
    this.waiting.push(entry)
  }

  /** Writes the last page; a list without entries has one page, too. */
  async finish(): Promise<void> {
    await this.write(false)
  }

  private async write(hasNext: boolean): Promise<void> {
    const { output, root } = this.site
    const { folder, toTop, title, crumbs } = this.head
    const [entries, number] = [this.waiting, this.number]
    this.waiting = []
    this.number += 1
    await output.addText(root + folder + listPage(number), async (sink) => {
      await sink.write(pageStart({ title, toTop, crumbs: [...crumbs, { text: title }] }))
      await sink.write('<ul>\n')
      for (const { text, href, messages } of entries) {
        const count = `${messages} ${messages === 1 ? 'message' : 'messages'}`
        await sink.write(`<li>${linkTo(href, text)} <span class="count">${count}</span></li>\n`)
      }
      const steps = [
        ...(number > 1 ? [linkTo(listPage(number - 1), 'Previous page')] : []),
        ...(hasNext ? [linkTo(listPage(number + 1), 'Next page')] : []),
      ]
      await sink.write(
        `</ul>\n<nav class="pages" aria-label="Pages">${steps.join(' ')}</nav>${pageEnd}`,
      )
    })
  }
}
