/**
 * Logos of further networks (Font Awesome Free, CC BY 4.0). The app loads this file only for a card that needs one, and each
 * logo comes from its own file, because a bundler keeps the index in one chunk.
 */
import { faBandcamp } from '@fortawesome/free-brands-svg-icons/faBandcamp'
import { faBehance } from '@fortawesome/free-brands-svg-icons/faBehance'
import { faBluesky } from '@fortawesome/free-brands-svg-icons/faBluesky'
import { faCodepen } from '@fortawesome/free-brands-svg-icons/faCodepen'
import { faDribbble } from '@fortawesome/free-brands-svg-icons/faDribbble'
import { faFacebookMessenger } from '@fortawesome/free-brands-svg-icons/faFacebookMessenger'
import { faFigma } from '@fortawesome/free-brands-svg-icons/faFigma'
import { faFlickr } from '@fortawesome/free-brands-svg-icons/faFlickr'
import { faGithub } from '@fortawesome/free-brands-svg-icons/faGithub'
import { faGitlab } from '@fortawesome/free-brands-svg-icons/faGitlab'
import { faLine } from '@fortawesome/free-brands-svg-icons/faLine'
import { faMastodon } from '@fortawesome/free-brands-svg-icons/faMastodon'
import { faOrcid } from '@fortawesome/free-brands-svg-icons/faOrcid'
import { faPatreon } from '@fortawesome/free-brands-svg-icons/faPatreon'
import { faRedditAlien } from '@fortawesome/free-brands-svg-icons/faRedditAlien'
import { faResearchgate } from '@fortawesome/free-brands-svg-icons/faResearchgate'
import { faSignalMessenger } from '@fortawesome/free-brands-svg-icons/faSignalMessenger'
import { faSoundcloud } from '@fortawesome/free-brands-svg-icons/faSoundcloud'
import { faSpotify } from '@fortawesome/free-brands-svg-icons/faSpotify'
import { faStackOverflow } from '@fortawesome/free-brands-svg-icons/faStackOverflow'
import { faStrava } from '@fortawesome/free-brands-svg-icons/faStrava'
import { faSubstack } from '@fortawesome/free-brands-svg-icons/faSubstack'
import { faTumblr } from '@fortawesome/free-brands-svg-icons/faTumblr'
import { faTwitch } from '@fortawesome/free-brands-svg-icons/faTwitch'
import { faVimeoV } from '@fortawesome/free-brands-svg-icons/faVimeoV'
import { faVk } from '@fortawesome/free-brands-svg-icons/faVk'
import { faWeibo } from '@fortawesome/free-brands-svg-icons/faWeibo'
import { faXing } from '@fortawesome/free-brands-svg-icons/faXing'
import { faXTwitter } from '@fortawesome/free-brands-svg-icons/faXTwitter'

/** Logos by the key of their network. */
export const moreNetworkLogos = {
  bandcamp: faBandcamp,
  behance: faBehance,
  bluesky: faBluesky,
  codepen: faCodepen,
  dribbble: faDribbble,
  figma: faFigma,
  flickr: faFlickr,
  github: faGithub,
  gitlab: faGitlab,
  line: faLine,
  mastodon: faMastodon,
  messenger: faFacebookMessenger,
  orcid: faOrcid,
  patreon: faPatreon,
  reddit: faRedditAlien,
  researchgate: faResearchgate,
  signal: faSignalMessenger,
  soundcloud: faSoundcloud,
  spotify: faSpotify,
  stackoverflow: faStackOverflow,
  strava: faStrava,
  substack: faSubstack,
  tumblr: faTumblr,
  twitch: faTwitch,
  vimeo: faVimeoV,
  vk: faVk,
  weibo: faWeibo,
  // For a platform that the owner names X; the listed `twitter` has the same logo.
  x: faXTwitter,
  xing: faXing,
}
