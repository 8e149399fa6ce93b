/** Turkish. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Bana bir kopyasını ve kişi bilgilerini e-postayla gönder: {name}',
  subject: 'İletişim bilgisi paylaşımınız: {name}',
  intro: 'Gönderdiklerinizin bir kopyasını istediniz. Alıcı: {name}.',
  contact: 'Kişi bilgileri: {name}',
  notYou: 'Bunu siz istemediyseniz bu e-postayı yok sayın.',
  settings: 'E-posta ayarları',
  receiving: 'Bu e-postaları alıyorsunuz.',
  stop: 'Bu e-postaları durdur',
  stopped: 'Artık bu e-postaları almayacaksınız.',
  resume: 'Yeniden al',
  confirmSubject: 'E-posta adresinizi onaylayın',
  confirmText:
    'Biri bu adresi dijital bir kartvizite yazdı ve gönderdiklerinin bir kopyasını istedi. Bu sizseniz 48 saat içinde onaylayın.',
  confirm: 'Onayla ve kopyayı gönder',
  confirmed: 'Adresiniz onaylandı, kopya yolda.',
  confirmGone: 'Bu bağlantının süresi doldu.',
}
