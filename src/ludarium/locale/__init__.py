"""The catalogues of translations, one .po file for each language, and what brings them up to date:
`python -m ludarium.locale`.
"""
