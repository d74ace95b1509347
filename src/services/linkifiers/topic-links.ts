import type { Queryable } from '../../db/engine/database'
import { linksOfTopic } from '../../markdown/linkifiers'
import type { TopicLink } from '../../wire/messages'
import { linkifiersOf } from './compiled'

/** Finds the links of topics of a realm; the same topic is looked at once. */
export async function topicLinker(
  db: Queryable,
  account: Parameters<typeof linkifiersOf>[1],
): Promise<(topic: string) => TopicLink[]> {
  const linkifiers = await linkifiersOf(db, account)
  const known = new Map<string, TopicLink[]>()
  return (topic) => {
    let links = known.get(topic)
    if (!links) known.set(topic, (links = linksOfTopic(linkifiers, topic)))
    return links
  }
}
