/** The fixed words of public pages: each file in `card/words/` named after a language has them all. */
import { aboutText } from '../../card/links.ts'
import { words as english, type PageWords, type Words } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import { chooseLanguage, isSameLanguage } from './choose-language.ts'

const files = import.meta.glob<Words>('../../card/words/??.ts', { eager: true, import: 'words' })

const byLanguage = new Map(
  Object.entries(files).map(([file, words]) => [file.slice(-5, -3), words]),
)
// English first, for all languages without words.
const languages = ['en', ...byLanguage.keys()]

/** The words of a page in this language; English if there are none. */
export function wordsIn(language: string): PageWords {
  const found = chooseLanguage(languages, [language]) ?? 'en'
  const words = byLanguage.get(found)
  return words && isSameLanguage(found, language)
    ? { ...words, language }
    : { ...english, language: 'en' }
}

/** The words of a page without a card, for a visitor with these languages, the best first. */
export function wordsForVisitor(preferred: readonly string[]): PageWords {
  return wordsIn(chooseLanguage(languages, preferred) ?? 'en')
}

/** The words that the page's scripts show, only those that this card needs. */
export function scriptWords(card: PublicCard, words: Words): object {
  const { saved, linkCopied, copied, copyBlocked, close } = words
  const { inAppTitle, inAppText, inAppMenu, openBrowser, copyLink } = words
  const { readMore, readLess, sending, queued, chat, openingChat, chatOffline } = words
  const { receiptLink, gallery, previousImage, nextImage, video: videoTitle, map } = words
  return {
    ...{ saved, linkCopied, copied, copyBlocked, close },
    ...{ inAppTitle, inAppText, inAppMenu, openBrowser, copyLink },
    ...(aboutText(card) && { readMore, readLess }),
    ...(card.formConfig.fields.length > 0 && { sending, queued, receiptLink }),
    ...(card.afterExchange && { showDetails: words.showDetails }),
    ...(card.hasChat && { chat, openingChat, chatOffline }),
    ...(card.gallery.length > 0 && { gallery, previousImage, nextImage }),
    ...(card.videoUrl && { video: videoTitle }),
    ...(card.address && { map }),
  }
}
