"""The games that come with Ludarium, one file each."""
