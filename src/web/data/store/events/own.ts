import { foldCase } from '../../../../shared/rules/letter-case'
import { topicPolicies } from '../../../../shared/rules/topic-policies'
import {
  getRecord,
  withChanges,
  withoutRecord,
  withProperty,
  withRecord,
} from '../../records/records'
import type { Draft, EventOf, State } from '../../records/state'
import { nothing } from './handlers'
import type { Handlers } from './handlers'

/*
 * Events of the user's own data: settings, drafts, saved snippets.
 * Sources: docs/protocol/events.md#own-choices, docs/protocol/drafts-and-schedule.md#draft-events.
 */

export const ownEvents: Handlers = {
  'user_settings/update': changeSetting,
  'user_topic/': changeTopic,
  'muted_users/': (state, event) => {
    state.muted_users = event.muted_users
  },
  'onboarding_steps/': (state, event) => {
    state.onboarding_steps = event.onboarding_steps
  },
  'alert_words/': (state, event) => {
    state.alert_words = event.alert_words
  },

  'drafts/add': (state, event) => {
    for (const draft of event.drafts) {
      state.drafts = newestFirst(withRecord(state.drafts, 'id', draft))
    }
  },
  'drafts/update': (state, event) => {
    const draft = event.draft
    state.drafts = newestFirst(withChanges(state.drafts, 'id', draft.id, draft))
  },
  'drafts/remove': (state, { draft_id: id }) => {
    getRecord(state.drafts, 'id', id)
    state.drafts = withoutRecord(state.drafts, 'id', id)
  },

  'saved_snippets/add': (state, event) => {
    const snippet = event.saved_snippet
    state.saved_snippets = withRecord(state.saved_snippets, 'id', snippet)
  },
  'saved_snippets/update': (state, event) => {
    const snippet = event.saved_snippet
    state.saved_snippets = withChanges(state.saved_snippets, 'id', snippet.id, snippet)
  },
  'saved_snippets/remove': (state, { saved_snippet_id: id }) => {
    getRecord(state.saved_snippets, 'id', id)
    state.saved_snippets = withoutRecord(state.saved_snippets, 'id', id)
  },

  // Screens with uploads fetch them themselves.
  'attachment/add': nothing,
  'attachment/remove': nothing,
  'attachment/update': nothing,
}

function changeSetting(state: State, event: EventOf<'user_settings'>): void {
  state.user_settings = withProperty(state.user_settings, event)
  const { property, value } = event
  // `enter_sends` is also a top-level key of the state.
  if (property === 'enter_sends') state.enter_sends = value
  // With synchronization off, the server keeps no drafts. Source: docs/protocol/drafts-and-schedule.md#drafts-off.
  if (property === 'enable_drafts_synchronization' && !value) state.drafts = []
}

function changeTopic(state: State, event: EventOf<'user_topic'>): void {
  const { type: _type, id: _id, ...topic } = event
  const name = foldCase(topic.topic_name)
  const others = state.user_topics.filter(
    (other) => other.stream_id !== topic.stream_id || foldCase(other.topic_name) !== name,
  )
  state.user_topics = [
    ...others,
    ...(topic.visibility_policy === topicPolicies.none ? [] : [topic]),
  ].sort(
    (a, b) =>
      a.stream_id - b.stream_id || (foldCase(a.topic_name) < foldCase(b.topic_name) ? -1 : 1),
  )
}

function newestFirst(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id)
}
