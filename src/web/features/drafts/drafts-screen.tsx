import { useApp } from '../../context/app'
import { fullTime, timeOfDay } from '../../texts/times'
import * as t from '../../texts/catalog'
import { narrowTo } from '../../data/narrow/narrow'
import { placeName } from '../../parts/compose/place-name'
import { useWriting, whenWriting } from '../../parts/compose/use-writing'
import { Icon } from '../../ui/icon/icon'
import { IconButton } from '../../ui/icon-button/icon-button'
import type { DraftEntry } from '../../data/send/drafts'
import { KeptSource, KeptText, KeptTexts, NoKeptTexts } from '../../ui/kept-texts/kept-text'

/** Drafts, to continue or delete. */
export const DraftsScreen = whenWriting(() => {
  const { drafts } = useWriting()
  const entries = drafts.all.value
  return (
    <KeptTexts title={t.views.drafts}>
      {entries.length === 0 ? (
        <NoKeptTexts text={t.drafts.none} hint={t.drafts.noneHint} />
      ) : (
        <ul role="list">
          {entries.map((draft) => (
            <DraftRow key={draft.key} draft={draft} />
          ))}
        </ul>
      )}
    </KeptTexts>
  )
})

function DraftRow({ draft }: { draft: DraftEntry }) {
  const { store, navigation, toasts } = useApp()
  const { compose, drafts } = useWriting()
  const conversation = compose.aimOf(draft.destination)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const name = conversation ? placeName(store, conversation) : partialName(store, draft)

  function goOn(): void {
    compose.restore(draft)
    if (conversation) navigation.go({ view: 'narrow', narrow: narrowTo(conversation) })
  }

  function remove(): void {
    const { destination, content } = draft
    if (compose.isWriting(draft.key)) compose.discard()
    else drafts.remove(draft.key)
    toasts.say(t.drafts.deleted, {
      label: t.drafts.undo,
      run: () => {
        drafts.add(destination, content)
      },
    })
  }

  return (
    <KeptText
      label={name}
      name={name}
      time={timeOfDay(draft.timestamp, is24Hour)}
      fullTime={fullTime(draft.timestamp, is24Hour)}
      actions={
        <>
          <button type="button" class="button" onClick={goOn}>
            <Icon name="pencil" />
            {t.drafts.restore}
          </button>
          <IconButton icon="trash-2" label={t.drafts.remove} onClick={remove} />
        </>
      }
    >
      <KeptSource text={draft.content} />
    </KeptText>
  )
}

/** Name of the destination of a draft whose destination is incomplete. */
function partialName(
  store: ReturnType<typeof useApp>['store'],
  { destination }: DraftEntry,
): string {
  if (destination.kind === 'private' || destination.streamId === undefined) {
    return t.drafts.noDestination
  }
  return `#${store.stream(destination.streamId)?.name ?? '…'}`
}
