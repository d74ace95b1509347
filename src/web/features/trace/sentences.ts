import address from 'trace-sentences.json'
import { fillSentence } from '../../../shared/rules/trace-sentences'
import type { TraceCode } from '../../../shared/message-trace'
import type { AnswerOf } from '../../../shared/calls'
import type { Store } from '../../data/store/store'
import * as t from '../../texts/catalog'
import { shortTime } from '../../texts/times'

type TraceAnswer = AnswerOf<'GET /messages/{message_id}/trace'>
type Sentences = Readonly<Partial<Record<string, string>>> & Readonly<Record<TraceCode, string>>

/** The facts of a trace in sentences, in the order of the answer. A code that this page does not know is left out. */
export async function readTrace(
  { message_facts, user_facts }: TraceAnswer,
  store: Store,
  userId: number | undefined,
): Promise<Record<'message' | 'user', string[]>> {
  // A separate file: few people ask for it.
  const sentences = (await (await fetch(address)).json()) as Sentences
  const tell = (facts: TraceAnswer['message_facts']) =>
    facts.flatMap((fact) => {
      const sentence = sentences[fact.code]
      return sentence === undefined ? [] : fillSentence(sentence, wordsOf(fact, store, userId))
    })
  return { message: tell(message_facts), user: tell(user_facts) }
}

function wordsOf(
  { at = 0, count = 0, client = '', sender_id, stream_id }: TraceAnswer['message_facts'][number],
  store: Store,
  userId: number | undefined,
): Record<string, string> {
  const nameOf = (id: number | undefined) => store.user(id ?? 0)?.full_name ?? t.reactions.somebody
  return {
    at: shortTime(at, store.state.user_settings['twenty_four_hour_time']),
    client: client === 'website' ? t.trace.webApp : client,
    count: count.toLocaleString(t.language),
    person: nameOf(userId),
    sender: nameOf(sender_id),
    stream: store.stream(stream_id ?? 0)?.name ?? t.history.unknownStream,
  }
}
