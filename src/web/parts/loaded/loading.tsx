import * as t from '../../i18n/en'

/** In place of what is on its way, or could not be had. */
export function Loading({ refusal }: { refusal: string | undefined }) {
  if (refusal === undefined) return <p role="status">{t.loading}</p>
  return (
    <p class="notice bad" role="alert">
      {refusal}
    </p>
  )
}
