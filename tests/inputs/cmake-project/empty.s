	.text
	.section .note.GNU-stack,"",%progbits
