/** CSS that tries to send requests, read the page, or affect something outside the card. */
import written from './css-payloads.json' with { type: 'json' }

/** Hand-written payloads, of which the allow-list must remove everything harmful, in the order of what they try. */
export const handWritten = Object.values(written).flat()

const imageProperties =
  'background background-image list-style-image border-image-source mask mask-image -webkit-mask-box-image cursor content filter backdrop-filter clip-path shape-outside offset-path -webkit-box-reflect marker-start fill stroke src --x'.split(
    ' ',
  )
const addresses = [
  'url(//evil.example/{N})',
  'url("https://evil.example/{N}")',
  'image-set("//evil.example/{N}" 1x)',
  '-webkit-image-set(url(//evil.example/{N}) 1x)',
  'cross-fade(url(//evil.example/{N}),red)',
  'src("//evil.example/{N}")',
  'image("//evil.example/{N}")',
  'URL(/**/"//evil.example/{N}")',
  'u\\72l(//evil.example/{N})',
  'var(--y,url(//evil.example/{N}))',
  'env(x,url(//evil.example/{N}))',
]

const outside =
  '* html body head :root .bc-page .bc-bar .bc-foot .bc-dock .bc-skip dialog footer header .bc-page>* body>* html>body main~* :scope~* :is(html,.bc-foot) :where(*) :not(.bc) *:hover .bc-bar>a .bc-foot:before [class] [class^=bc] #card~* #qr-dialog .bc-note ::backdrop ::selection'.split(
    ' ',
  )
const covers = [
  'display:none!important',
  'position:fixed!important;inset:0;z-index:9;background:red;width:100vw;height:100vh',
  'position:absolute;top:-900px;left:-900px;width:9000px;height:9000px;z-index:10;background:red',
  'margin:-2000px;padding:4000px;background:red',
  'transform:scale(50);box-shadow:0 0 0 9999px red;outline:9999px solid red',
]

/** The hand-written payloads, every image property with every URL, and every selector outside the card with every cover. */
export const cssPayloads = [
  ...handWritten,
  ...imageProperties.flatMap((property) =>
    addresses.map((address) => `.bc,.bc *{${property}:${address}}`),
  ),
  ...outside.flatMap((selector) => covers.map((cover) => `${selector}{${cover}}`)),
  ...covers.map((cover) => `.bc{${cover}}.bc::after{content:"";${cover}}`),
].map((text, at) => text.replaceAll('{N}', `${at}`))
