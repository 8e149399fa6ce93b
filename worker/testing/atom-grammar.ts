/** The grammar of Atom in RFC 4287, appendix B, in the XML syntax of RELAX NG, without extensions. Only tests import this. */

const common = `<optional><attribute name="xml:base"/></optional>
  <optional><attribute name="xml:lang"/></optional>`
const oneOrMore = (name: string) => `<oneOrMore><ref name="${name}"/></oneOrMore>`
const zeroOrMore = (name: string) => `<zeroOrMore><ref name="${name}"/></zeroOrMore>`
const optional = (name: string) => `<optional><ref name="${name}"/></optional>`
const one = (name: string) => `<ref name="${name}"/>`

function element(name: string, content: string): string {
  return `<define name="${name}"><element name="${name}">${common}${content}</element></define>`
}

const uri = '<data type="anyURI"><param name="minLength">1</param></data>'
const dateTime =
  '<data type="dateTime"><param name="pattern">.+T.+(Z|[+\\-]\\d\\d:\\d\\d)</param></data>'
const plainText = `<optional><attribute name="type"><choice><value>text</value><value>html</value></choice></attribute></optional><text/>`
const person = `<interleave>
  <element name="name"><text/></element>
  <optional><element name="uri">${uri}</element></optional>
  <optional><element name="email"><data type="string"><param name="pattern">.+@.+</param></data></element></optional>
</interleave>`
const link = `<attribute name="href">${uri}</attribute>
  ${['rel', 'type', 'hreflang', 'title', 'length'].map((name) => `<optional><attribute name="${name}"/></optional>`).join('')}`
const category = `<attribute name="term"/>
  ${['scheme', 'label'].map((name) => `<optional><attribute name="${name}"/></optional>`).join('')}`

export const atomGrammar = `<?xml version="1.0"?>
<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="http://www.w3.org/2005/Atom"
  datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
<start><ref name="feed"/></start>
${element('id', uri)}
${['title', 'subtitle', 'rights', 'summary'].map((name) => element(name, plainText)).join('')}
${['updated', 'published'].map((name) => element(name, dateTime)).join('')}
${['author', 'contributor'].map((name) => element(name, person)).join('')}
${['icon', 'logo'].map((name) => element(name, uri)).join('')}
${element('link', link)}
${element('category', category)}
${element('generator', '<optional><attribute name="uri"/></optional><optional><attribute name="version"/></optional><text/>')}
${element('content', plainText)}
${element(
  'entry',
  `<interleave>${[one('id'), one('title'), one('updated'), oneOrMore('author')].join('')}
  ${[zeroOrMore('link'), zeroOrMore('category'), zeroOrMore('contributor')].join('')}
  ${['content', 'published', 'rights', 'summary'].map(optional).join('')}</interleave>`,
)}
${element(
  'feed',
  `<interleave>${[one('id'), one('title'), one('updated')].join('')}
  ${['author', 'link', 'category', 'contributor'].map(zeroOrMore).join('')}
  ${['generator', 'icon', 'logo', 'rights', 'subtitle'].map(optional).join('')}</interleave>${zeroOrMore('entry')}`,
)}
</grammar>`
