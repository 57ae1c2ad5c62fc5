/** Columns of a fix-file that tell where a corrected row belongs; the same words in every language. */
export const FIX_ROW = 'Accord row'
export const FIX_UPLOAD = 'Accord upload'
