import * as t from '../../texts/catalog'

/** Placeholder for loading content, or for the error. */
export function Loading({ refusal }: { refusal: string | undefined }) {
  if (refusal === undefined) return <p role="status">{t.loading}</p>
  return (
    <p class="notice bad" role="alert">
      {refusal}
    </p>
  )
}
