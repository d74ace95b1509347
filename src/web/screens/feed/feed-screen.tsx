import { useEffect } from 'preact/hooks'
import { useApp } from '../../app'
import type { Narrow } from '../../narrow/narrow'
import { keyOfNarrow } from '../../narrow/narrow'
import { MessageRow } from '../../parts/message/message-row'

/** The messages of a narrow. */
export function FeedScreen({ narrow, near }: { narrow: Narrow; near?: number | undefined }) {
  const { stretches } = useApp()
  const stretch = stretches.of(narrow)
  useEffect(() => void stretch.open(near ?? 'first_unread'), [keyOfNarrow(narrow), near])
  return (
    <div role="feed">
      {stretch.state.value.ids.map((id) => (
        <MessageRow key={id} id={id} />
      ))}
    </div>
  )
}
