/** The public page of a card as one HTML file that needs neither a server nor scripts. */
import type { PublicCard } from '../../../schema/cards/card.ts'
import { findImage } from '../../images/image-store.ts'
import { renderCardPage } from '../../public/card-page.tsx'
import type { Site } from '../../public/html-document.tsx'
import { siteOfCard } from '../../public/public-page.ts'

type PageFile = {
  site: Site
  card: PublicCard
  contactFile: string
  /** The name of the page in another language. */
  nameIn: (language: string) => string
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; form-action 'none'"

/** Images and the contact file are inlined; the form, the chat and scripts are left out. */
export async function pageFile(
  bucket: R2Bucket,
  { site, card, contactFile, nameIn }: PageFile,
): Promise<string> {
  const offline = {
    ...card,
    formConfig: { ...card.formConfig, fields: [] },
    ...{ hasChat: false, afterExchange: undefined },
  }
  const page = renderCardPage(siteOfCard(site, card), offline)
  const contact = `data:text/vcard;charset=utf-8;base64,${Buffer.from(contactFile).toString('base64')}`
  const rewriter = new HTMLRewriter()
    .on('head', {
      element: (head) => {
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
        head.prepend(meta, { html: true })
      },
    })
    .on('script, link[rel=icon], [hidden]', { element: (element) => void element.remove() })
    .on('img', { element: (image) => inlineImage(bucket, image) })
    .on('a', {
      element: (link) => {
        const href = link.getAttribute('href') ?? ''
        if (href.startsWith('/api/vcard/')) {
          link.setAttribute('href', contact)
          link.setAttribute('download', `${card.slug}.vcf`)
        } else if (href.startsWith('?l=')) link.setAttribute('href', nameIn(href.slice(3)))
        else if (href.startsWith('/images/')) link.removeAttribute('href')
        else if (href.startsWith('/')) link.setAttribute('href', site.origin + href)
      },
    })
  const response = new Response(new Uint8Array(page.body), { headers: page.headers })
  return rewriter.transform(response).text()
}

async function inlineImage(bucket: R2Bucket, image: Element): Promise<void> {
  const name = /^\/images\/(.+)$/.exec(image.getAttribute('src') ?? '')?.[1]
  if (!name) return
  image.removeAttribute('srcset')
  const found = await findImage(bucket, name)
  if (!found) {
    image.remove()
    return
  }
  const data = Buffer.from(found.body).toString('base64')
  image.setAttribute('src', `data:${found.type};base64,${data}`)
}
