import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { getFormatter, gitEvent, silent } from '../git/events'
import type { EventFormatter } from '../git/events'
import { withQuote } from '../git/items'
import { bold, link } from '../message/inline'
import { maybe } from '../payload/schema'
import { gitlabName, nameOf, Project, projectEvent } from './parts'

const wikiVerbs: ReadonlyMap<string, string> = new Map([
  ['create', 'created'],
  ['update', 'edited'],
  ['delete', 'deleted'],
])

const wikiPage = gitEvent(
  Type.Object({
    ...projectEvent,
    object_attributes: Type.Object({
      title: Type.String(),
      url: maybe(Type.String()),
      action: Type.String(),
      /** The author's summary of the edit. */
      message: maybe(Type.String()),
    }),
  }),
  ({ project, user, object_attributes: page }) => {
    const verb = getFormatter(wikiVerbs, page.action, gitlabName, `Wiki Page Hook ${page.action}`)
    const sentence = `${bold(nameOf(user))} ${verb} wiki page ${link(page.title, page.url)}`
    return { topic: `${project.name} / wiki`, content: withQuote(sentence, page.message) }
  },
)

const ReleaseEvent = Type.Object({
  project: Project,
  action: Type.String(),
  name: maybe(Type.String()),
  tag: Type.String(),
  url: maybe(Type.String()),
  description: maybe(Type.String()),
})

/** Phrases for the actions on a release; with its description where it is new. */
const releasePhrases = new Map<string, (event: Static<typeof ReleaseEvent>) => string | null>([
  ['create', ({ description }) => withQuote('is out', description)],
  ['delete', () => 'was deleted.'],
  ...silent(['update']),
])

/** The payload of a release does not name its author. */
const release = gitEvent(ReleaseEvent, (event) => {
  const { project, action, name, tag, url } = event
  const phrase = getFormatter(releasePhrases, action, gitlabName, `Release Hook ${action}`)(event)
  const title = link(name || tag, url)
  return phrase
    ? { topic: `${project.name} / releases`, content: `Release ${title} ${phrase}` }
    : null
})

export const projectEvents: [string, EventFormatter][] = [
  ['Wiki Page Hook', wikiPage],
  ['Release Hook', release],
  // Supported without a message, because GitLab disables a webhook after repeated refusals.
  ...silent(['Emoji Hook', 'Feature Flag Hook', 'Member Hook', 'Milestone Hook']),
  ...silent(['Project Hook', 'Resource Access Token Hook', 'Subgroup Hook', 'Vulnerability Hook']),
]
