import type { AnswerOf } from '../../../shared/calls'

type Credentials = Pick<AnswerOf<'POST /fetch_api_key'>, 'email' | 'api_key'>

/** Contents of a zuliprc file, which API clients read their credentials from. */
export function zuliprcOf({ email, api_key }: Credentials): string {
  return `[api]\nemail=${email}\nkey=${api_key}\nsite=${location.origin}\n`
}
