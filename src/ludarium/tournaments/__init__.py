"""Tournaments: pure logic in the modules here, and in server/ what a server adds."""
