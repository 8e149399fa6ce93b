/** Hostile image files: SVGs with scripts, and polyglots. */
import { payloads } from './payloads.ts'

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

function drawing(inside: string, attributes = ''): string {
  return `<svg ${namespaces} width="20" height="10" ${attributes}>${inside}</svg>`
}

const handWritten = [
  drawing('', 'onload="hit(9001)"'),
  drawing('<script>hit(9002)</script>'),
  drawing('<script type="text/javascript"><![CDATA[hit(9003)]]></script>'),
  drawing('<script href="data:text/javascript,hit(9004)"/>'),
  drawing(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="hit(9005)"/></foreignObject>',
  ),
  drawing(
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;parent.hit(9006)&lt;/script&gt;"/></foreignObject>',
  ),
  drawing('<a href="javascript:hit(9007)"><rect width="20" height="10"/></a>'),
  drawing('<a xlink:href="&#x6a;avascript:hit(9008)"><rect width="20" height="10"/></a>'),
  drawing(
    '<a><rect width="20" height="10"/><animate attributeName="href" values="javascript:hit(9009)"/></a>',
  ),
  drawing('<animate onbegin="hit(9010)" attributeName="x" dur="1s"/>'),
  drawing('<set attributeName="onmouseover" to="hit(9011)"/>'),
  drawing('<image href="https://evil.example/x.png"/>'),
  drawing('<use href="https://evil.example/x.svg#a"/>'),
  drawing(
    '<style>@import "https://evil.example/x.css";*{fill:url(https://evil.example/x)}</style>',
  ),
  drawing('<rect width="9" height="9" style="fill:url(https://evil.example/x)"/>'),
  drawing('<rect width="9" height="9" filter="url(https://evil.example/x#f)"/>'),
  `<?xml version="1.0"?><?xml-stylesheet href="data:text/xsl,hit" type="text/xsl"?>${drawing('')}`,
  `<!DOCTYPE svg [<!ENTITY a "<script>hit(9012)</script>">]>${drawing('&a;')}`,
  `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "hit(9013)">]>${drawing('')}`,
  // Each group draws the previous one ten times: 100,000 rectangles in a kilobyte.
  drawing(
    Array.from(
      { length: 6 },
      (_, at) =>
        `<g id="g${at}">${(at ? `<use href="#g${at - 1}"/>` : '<rect width="9" height="9"/>').repeat(10)}</g>`,
    ).join(''),
  ),
  drawing('<x:script xmlns:x="http://www.w3.org/2000/svg">hit(9014)</x:script>'),
  drawing('<h:script xmlns:h="http://www.w3.org/1999/xhtml">hit(9015)</h:script>'),
  '<html xmlns="http://www.w3.org/1999/xhtml"><script>hit(9016)</script></html>',
  '<script>hit(9017)</script>',
]

/** Hand-written SVGs and documents, and an SVG that contains each payload. */
export const drawings: string[] = [
  ...handWritten,
  ...payloads.map(({ text }) => drawing(text)),
  ...payloads
    .filter(({ family }) => family === 'attribute')
    .map(({ text }) => drawing('', `class="${text}"`)),
]

const script = '<html><body><script>hit(9100)</script></body></html>'

/** Files with the signature of an image and the content of a page or script. `png` and `jpeg` are valid images. */
export function polyglots({ png, jpeg }: { png: Uint8Array; jpeg: Uint8Array }): Uint8Array[] {
  const bytes = (...parts: (string | Uint8Array)[]) =>
    new Uint8Array(
      Buffer.concat(
        parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
      ),
    )
  const comment = bytes('\xff\xfe\x00', String.fromCharCode(script.length + 2), script)
  return [
    bytes('GIF89a/*', '\0'.repeat(8), '*/=1;hit(9101);//'),
    bytes('GIF89a=1;hit(9102)'),
    bytes('GIF89a', script),
    bytes(png, script),
    bytes(png.subarray(0, 33), script, png.subarray(33)),
    bytes(script, png),
    bytes(jpeg.subarray(0, 2), comment, jpeg.subarray(2)),
    bytes(jpeg, script),
    bytes(jpeg.subarray(0, 2), script, jpeg.subarray(2)),
    bytes('\xff\xd8\xff', script),
    bytes('%PDF-1.7\n', script),
    bytes('BM', script),
    bytes('RIFF\0\0\0\0WEBP', script),
    bytes('\ufeff', script),
  ]
}
