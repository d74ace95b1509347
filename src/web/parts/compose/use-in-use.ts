import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { keyOfConversation } from '../../data/narrow/narrow'
import type { Conversation } from '../../data/records/conversation'

/**
 * Whether the reader has begun to use the compose box in this conversation. The box has one line before that, and
 * stays large until the reader leaves it by Escape or opens another conversation: a box that shrank when it lost the
 * focus would move the messages under the pointer.
 */
export function useInUse(
  form: RefObject<HTMLFormElement | null>,
  here: Conversation | undefined,
): { isInUse: boolean; end: () => void; handlers: InUseHandlers } {
  const isInUse = useSignal(false)
  useLayoutEffect(() => {
    isInUse.value = form.current?.contains(document.activeElement) ?? false
  }, [here && keyOfConversation(here)])
  return {
    isInUse: isInUse.value,
    end: () => (isInUse.value = false),
    handlers: {
      // A button gets the focus before its click, and must not move in between.
      onFocusIn: ({ target }) => {
        if (!(target instanceof HTMLButtonElement)) isInUse.value = true
      },
      onClick: () => (isInUse.value = true),
    },
  }
}

interface InUseHandlers {
  onFocusIn: (event: FocusEvent) => void
  onClick: () => void
}
