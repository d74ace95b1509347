import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { focusWish } from '../../lib/keyboard/focus-wish'
import * as t from '../../texts/catalog'
import { useKey } from '../../ui/keyboard/use-key'
import { keyOfConversation, narrowTo } from '../../data/narrow/narrow'
import type { Conversation } from '../../data/records/conversation'
import { isReadByScrolling } from '../../data/narrow/scrolling'
import type { ScheduledMessage } from '../../data/records/state'
import type { ComposeField } from '../../data/send/composer'
import { writingCollections, writingRefusal } from '../../data/send/permissions'
import { refusalOfTopic } from '../../data/send/topic-rules'
import { isUploading } from '../../data/send/uploads'
import { Icon } from '../../ui/icon/icon'
import { IconButton } from '../../ui/icon-button/icon-button'
import { EditingScheduled, SendLater } from './send-later'
import { useScheduling } from './use-scheduling'
import { ArchivedNotice, useArchivedHere } from './archived-here'
import { ClosedCompose } from './closed-compose'
import { DestinationFields } from './destination-fields'
import { isInView } from './in-view'
import { MessageField } from './message-field'
import { NotJoined } from './not-joined'
import { placeName } from './place-name'
import { problemOf } from './problem'
import { TypingLine } from './typing-line'
import { UploadList } from './upload-list'
import { useEditLast } from './use-edit-last'
import { useFailures } from './use-failures'
import { useInUse } from './use-in-use'
import { useWriting, whenWriting } from './use-writing'
import { Warnings } from './warnings'
import styles from './compose.module.css'

/** The compose box below every screen; it always shows its destination. */
export const Compose = whenWriting(() => {
  const { compose } = useWriting()
  useComposeKeys()
  useFailures()
  const mayFocus = useMemo(focusWish, [compose.focusWanted.value])
  const archived = useArchivedHere()
  // Settings areas have no compose box; the unsent text stays in the composer.
  if ('path' in useApp().navigation.route.value) return null
  if (archived) {
    return (
      <div class={styles['compose']}>
        <ArchivedNotice key={archived.stream_id} stream={archived} />
      </div>
    )
  }
  return (
    <div class={styles['compose']}>
      <NotJoined />
      {compose.placeConversation.value && (
        <TypingLine conversation={compose.placeConversation.value} />
      )}
      {compose.isOpen.value ? <OpenCompose mayFocus={mayFocus} /> : <ClosedCompose />}
    </div>
  )
})

function useComposeKeys(): void {
  const { feed } = useApp()
  const { compose } = useWriting()
  useKey('newTopic', () => {
    compose.newTopic()
  })
  useKey('newPrivate', () => {
    compose.newPrivate()
  })
  // For a feed without messages; MessageKeys answers messages.
  useKey('reply', () => {
    const here = compose.placeConversation.peek()
    if (!here || feed.current.peek() !== undefined) return false
    compose.open(here)
    return true
  })
}

/** @param mayFocus whether the wish for the focus still holds: the box may appear later, as on the next screen */
function OpenCompose({ mayFocus }: { mayFocus: () => boolean }) {
  const { store, navigation, reads, toasts, topics, unreadConversations } = useApp()
  const editLast = useEditLast()
  const { compose, scheduling } = useWriting()
  const { schedule, tellFailure } = useScheduling()
  const edited = scheduling.edited()
  const openLater = useRef<(() => void) | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const message = useRef<HTMLTextAreaElement>(null)
  const noteId = useId()
  const destination = compose.destination.value
  const text = compose.text.value
  const conversation = compose.aimOf(destination)
  for (const collection of writingCollections) store.read(collection)
  const refusal = conversation && writingRefusal(store.state, conversation)
  // If sending becomes forbidden while the user types, the text and the focus stay: otherwise the rest of a
  // word would trigger keyboard shortcuts.
  const isBegun =
    text !== '' || (message.current !== null && message.current === document.activeElement)
  const here = compose.placeConversation.value
  const isHere = here !== undefined && isSame(here, conversation)
  const use = useInUse(form, here)
  const isSmall = isHere && text === '' && !use.isInUse && !refusal && !edited
  const problem = problemOf({
    destination,
    text,
    topicRefusal:
      conversation?.kind === 'topic' && !refusal
        ? refusalOfTopic(
            store.state,
            conversation.streamId,
            conversation.topic,
            (id) => topics.of(id).value,
          )
        : undefined,
    hasNoTopic: destination.kind === 'topic' && !conversation,
    isUploading: isUploading(compose.uploads),
  })

  // In a layout effect, so that no further keystroke is handled as a shortcut after the key that opened the box.
  const wanted = compose.focusWanted.value
  useLayoutEffect(() => {
    if (!wanted) return
    if (mayFocus()) focusField(form.current, wanted.field)
    compose.tookFocus()
  }, [wanted])

  // The key acts in this box only: the editor of a message is a form too.
  useKey('sendLater', ({ target }) => {
    if (!(target instanceof Element) || target.closest('form') !== form.current) return false
    openLater.current?.()
    return true
  })

  const isBlocked = problem !== undefined || refusal !== undefined || scheduling.isBusy.value

  function showProblem(): void {
    if (problem?.field) focusField(form.current, problem.field)
  }

  function focusMessage(): void {
    focusField(form.current, 'message')
  }

  function send(): void {
    if (isBlocked) return showProblem()
    if (edited) return save(edited)
    const sentTo = compose.send()
    if (sentTo) readAll(sentTo)
    if (sentTo && !isInView(navigation, sentTo)) {
      toasts.say(t.compose.sentTo(placeName(store, sentTo)), {
        label: t.compose.goThere,
        run: () => {
          navigation.go({ view: 'narrow', narrow: narrowTo(sentTo) })
        },
      })
    }
    focusMessage()
  }

  /** Saves a scheduled message with its time; asks for a time if it has passed. */
  function save({ scheduled_delivery_timestamp: at }: ScheduledMessage): void {
    const mayFocus = focusWish()
    const done = () => mayFocus() && focusMessage()
    if (at > Date.now() / 1000) schedule(at).then(done, tellFailure)
    else openLater.current?.()
  }

  /** Marks a conversation that the reader has answered as read, unless nothing is marked without a button. */
  function readAll(answered: Conversation): void {
    const policy = store.state.user_settings['web_mark_read_on_scroll_policy']
    if (!isReadByScrolling(narrowTo(answered), policy)) return
    reads.mark(unreadConversations.idsOf(answered))
  }

  /** Leaves the box for the messages: letters are shortcuts there, and Tab continues from there. */
  function leave(): void {
    // An empty box returns to the conversation on screen; a text stays in the box.
    if (text === '' || !here) compose.close()
    use.end()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    currentMessage()?.focus({ preventScroll: true })
  }

  return (
    <form
      ref={form}
      class={styles['form']}
      aria-label={t.compose.name}
      data-here={isHere}
      data-small={isSmall}
      {...use.handlers}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        const isAbove = event.target instanceof Element && event.target.closest('[popover], dialog')
        if (event.key !== 'Escape' || isAbove) return
        event.preventDefault()
        leave()
      }}
    >
      {here && text !== '' && !isHere && (
        <div class={styles['elsewhere']}>
          <span>
            {conversation
              ? t.compose.elsewhere(placeName(store, conversation))
              : t.compose.nowhereYet}
          </span>
          {!writingRefusal(store.state, here) && (
            <button
              type="button"
              class="button"
              onClick={() => {
                compose.writeHere()
              }}
            >
              {t.compose.writeHere}
            </button>
          )}
        </div>
      )}
      <EditingScheduled />
      <div class={styles['head']}>
        <DestinationFields onDone={focusMessage} />
        {!isHere && (
          <>
            <IconButton
              icon={destination.kind === 'topic' ? 'mail' : 'hash'}
              label={destination.kind === 'topic' ? t.compose.toPeople : t.compose.toStream}
              onClick={() => {
                compose.changeKind()
              }}
            />
            <IconButton
              icon="x"
              label={t.compose.close}
              onClick={() => {
                if (here) compose.writeHere()
                else compose.close()
              }}
            />
          </>
        )}
      </div>
      {refusal && <p class={styles['refusal']}>{t.compose[refusal]}</p>}
      {(!refusal || isBegun) && (
        <>
          {conversation && !refusal && (
            <Warnings conversation={conversation} text={text} onReopen={focusMessage} />
          )}
          <UploadList uploads={compose.uploads} field={message} />
          <MessageField
            value={text}
            onInput={(typed) => {
              compose.write(typed)
            }}
            onSubmit={send}
            onEscape={leave}
            onLookBack={editLast}
            conversation={conversation}
            uploads={compose.uploads}
            fieldRef={message}
            placeholder={
              conversation && !isSame(here, conversation)
                ? t.compose.messageTo(placeName(store, conversation))
                : t.compose.messagePlaceholder
            }
            describedBy={noteId}
          >
            <span
              id={noteId}
              class={problem?.isBad === true ? styles['bad'] : styles['note']}
              role="status"
            >
              {problem?.isShown === true ? problem.text : ''}
            </span>
            <button class="button primary" aria-disabled={isBlocked}>
              <Icon name={edited ? 'calendar-clock' : 'send'} />
              {edited ? t.later.save : t.compose.send}
            </button>
            <span class={styles['later']}>
              <SendLater
                onBlocked={isBlocked ? showProblem : undefined}
                openerRef={openLater}
                onDone={focusMessage}
              />
            </span>
          </MessageField>
        </>
      )}
    </form>
  )
}

const currentMessage = () =>
  document.querySelector<HTMLElement>('[role="feed"] [data-message-id][tabindex="0"]')

function isSame(one: Conversation | undefined, other: Conversation | undefined): boolean {
  return (one && keyOfConversation(one)) === (other && keyOfConversation(other))
}

const fieldNames: Readonly<Record<ComposeField, string>> = {
  stream: t.compose.stream,
  topic: t.compose.topic,
  people: t.compose.people,
  message: t.compose.message,
}

function focusField(form: HTMLFormElement | null, field: ComposeField): void {
  form?.querySelector<HTMLElement>(`[aria-label="${fieldNames[field]}"]`)?.focus()
}
