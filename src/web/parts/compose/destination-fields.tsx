import { isSameName } from '../../../shared/rules/letter-case'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { conversationOfDestination } from '../../data/send/destination'
import type { Destination } from '../../data/send/destination'
import { topicForNone } from '../../data/send/topic-rules'
import { countCharacters } from '../../../shared/rules/characters'
import { maxTopicCharacters } from '../../../shared/rules/topics'
import { Icon } from '../../ui/icon/icon'
import { Combobox } from '../typeahead/combobox'
import { useSuggester } from '../typeahead/use-suggestions'
import { useWriting } from './use-writing'
import styles from './destination-fields.module.css'

/** Fields for the destination: stream and topic, or people. @param onDone called when the destination is complete */
export function DestinationFields({ onDone }: { onDone: () => void }) {
  const destination = useWriting().compose.destination.value
  return destination.kind === 'topic' ? (
    <TopicFields destination={destination} onDone={onDone} />
  ) : (
    <PeopleField destination={destination} onDone={onDone} />
  )
}

interface FieldsProps<Kind extends Destination['kind']> {
  destination: Destination & { kind: Kind }
  onDone: () => void
}

function TopicFields({ destination, onDone }: FieldsProps<'topic'>) {
  const { store } = useApp()
  const { compose } = useWriting()
  const streamInput = useRef<HTMLInputElement>(null)
  const topicInput = useRef<HTMLInputElement>(null)
  /** Text of the stream field while it names no stream. */
  const typed = useSignal<string | undefined>(undefined)
  /** Whether the reader has left the stream field with a text that names no stream. */
  const isLeft = useSignal(false)
  const suggester = useSuggester(undefined)
  const { streamId, topic } = destination
  const stream = streamId === undefined ? undefined : store.stream(streamId)
  const isTooLong = countCharacters(topic.trim()) > maxTopicCharacters(topic.trim())

  // While the beginning of a name is being typed, nothing is wrong with it.
  const name = typed.value ?? ''
  const isUnknown = name !== '' && !stream && (isLeft.value || suggester.streams(name).length === 0)

  function choose(id: number | undefined): void {
    typed.value = undefined
    compose.address({ kind: 'topic', streamId: id, topic })
  }

  function takeTyped(): void {
    const name = typed.peek()?.trim()
    if (name === undefined) return
    const named = store.state.streams.find((each) => isSameName(each.name, name))
    // Text that names no stream stays in the field for correction.
    if (named) choose(named.stream_id)
    else if (name === '') typed.value = undefined
    else isLeft.value = true
  }

  return (
    <div class={styles['fields']}>
      <span class={styles['mark']}>
        <Icon name={stream?.invite_only === true ? 'lock' : 'hash'} />
      </span>
      <Combobox
        inputRef={streamInput}
        class={styles['stream']}
        label={t.compose.stream}
        opensOnFocus
        placeholder={t.compose.streamPlaceholder}
        value={typed.value ?? stream?.name ?? ''}
        isInvalid={isUnknown}
        onInput={(text) => {
          typed.value = text
          isLeft.value = false
          compose.address({ kind: 'topic', streamId: undefined, topic })
        }}
        suggest={(text) => suggester.streams(text === stream?.name ? '' : text)}
        onChoose={({ key }) => {
          choose(Number(key.replace('stream ', '')))
          topicInput.current?.focus()
        }}
        onEnter={() => {
          takeTyped()
          topicInput.current?.focus()
        }}
        onBlur={takeTyped}
      />
      <span class={styles['mark']}>
        <Icon name="chevron-right" />
      </span>
      <Combobox
        inputRef={topicInput}
        class={styles['topic']}
        label={t.compose.topic}
        isFree
        placeholder={topicForNone(store.state, streamId) ?? t.compose.topicPlaceholder}
        value={topic}
        isInvalid={isTooLong}
        onInput={(text) => {
          compose.address({ kind: 'topic', streamId, topic: text })
        }}
        suggest={(text) => suggester.topics(streamId, text)}
        onChoose={({ label }) => {
          compose.address({ kind: 'topic', streamId, topic: label })
          onDone()
        }}
        onEnter={onDone}
      />
    </div>
  )
}

function PeopleField({ destination, onDone }: FieldsProps<'private'>) {
  const { store } = useApp()
  const { compose } = useWriting()
  const input = useRef<HTMLInputElement>(null)
  const typed = useSignal('')
  const conversation = conversationOfDestination(destination, store.state.user_id)
  const suggester = useSuggester(conversation)
  const { userIds } = destination

  function change(ids: readonly number[]): void {
    compose.address({ kind: 'private', userIds: ids.toSorted((a, b) => a - b) })
  }

  return (
    <div class={styles['fields']}>
      <span class={styles['mark']}>
        <Icon name="mail" />
      </span>
      <Combobox
        inputRef={input}
        class={styles['people']}
        label={t.compose.people}
        placeholder={userIds.length === 0 ? t.compose.peoplePlaceholder : ''}
        value={typed.value}
        isInvalid={typed.value !== '' && suggester.people(typed.value, userIds).length === 0}
        onInput={(text) => {
          typed.value = text
        }}
        suggest={(text) =>
          text === '' && userIds.length > 0 ? [] : suggester.people(text, userIds)
        }
        onChoose={({ insert }) => {
          typed.value = ''
          change([...userIds, Number(insert)])
          input.current?.focus()
        }}
        onEnter={() => {
          // Text that matches no user stays in the field for correction.
          if (typed.peek() === '') onDone()
        }}
        onBackspaceAtStart={() => {
          change(userIds.slice(0, -1))
        }}
      >
        {userIds.map((id) => {
          const name = store.user(id)?.full_name ?? '…'
          return (
            <span key={id} class={styles['person']}>
              <bdi>{name}</bdi>
              <button
                type="button"
                class={styles['remove']}
                aria-label={t.compose.removePerson(name)}
                onClick={() => {
                  change(userIds.filter((other) => other !== id))
                  input.current?.focus()
                }}
              >
                <Icon name="x" />
              </button>
            </span>
          )
        })}
      </Combobox>
    </div>
  )
}
