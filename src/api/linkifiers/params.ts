import { integer, text } from '../../http/params'
import { limits } from '../../services/limits'

export function linkifierId() {
  return integer({ min: 0, description: 'Id of the linkifier' })
}

export function linkifierPattern() {
  return text({
    minLength: 1,
    maxLength: limits.linkifierCharacters,
    description: 'Regular expression of RE2, with named groups: `#(?P<id>[0-9]+)`',
  })
}

export function linkifierTemplate() {
  return text({
    minLength: 1,
    maxLength: limits.linkifierCharacters,
    aliases: ['url_format_string'],
    description: 'URL template (RFC 6570) with these groups: `https://tracker.test/{id}`',
  })
}
